import assert from "node:assert/strict";
import { test } from "node:test";
import { TreeType } from "../../domain/tree.ts";
import { DecodeError } from "../reader.ts";
import { readRootHistory, ROOT_HISTORY_HEAD } from "./rootHistory.ts";

const { offset, length } = ROOT_HISTORY_HEAD;

/** The head of an account whose u64 at these offsets of its data have these values, and 0 elsewhere. */
function head(values: Readonly<Record<number, bigint>>): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, value] of Object.entries(values))
    bytes.writeBigUInt64LE(value, Number(at) - offset);
  return bytes;
}

const NEVER = 2n ** 64n - 1n;

test("a rollover slot and the length of the root history are read", () => {
  const never = readRootHistory(
    TreeType.StateV1,
    head({ 136: NEVER, 336: 2400n }),
  );
  assert.deepEqual([never.capacity, never.rolledOverSlot], [2400, null]);
  const over = readRootHistory(TreeType.StateV1, head({ 136: 7n, 336: 10n }));
  assert.deepEqual([over.capacity, over.rolledOverSlot], [10, 7]);
});

test("an account with a slot or a length that no tree has is refused, because the store could not read it back", () => {
  const cases: [TreeType, Record<number, bigint>][] = [
    [TreeType.StateV1, { 136: 2n ** 53n, 336: 2400n }],
    [TreeType.StateV1, { 136: NEVER, 336: 2n ** 62n }],
    [TreeType.StateV1, { 136: NEVER, 304: 2n ** 62n }],
    [TreeType.StateV2, { 144: NEVER - 1n }],
    [TreeType.StateV2, { 144: NEVER, 248: NEVER }],
  ];
  for (const [type, values] of cases)
    assert.throws(() => readRootHistory(type, head(values)), DecodeError);
});
