import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../test/encoder/plain.ts";
import { ByteWriter } from "./writer.ts";
import { asAddress } from "../domain/values.ts";
import { decodeTreeEvent } from "./treeEvent.ts";

const tree = asAddress(new Uint8Array(32).fill(4));
const start = (tag: number) => new ByteWriter().u8(tag).bytes(tree);

/** Each with two entries in its list, then what follows the list. */
const events = {
  changelog: start(0).u32(2).u32(1).zeros(36).u32(0).zeros(12).done(),
  nullifier: start(1).u32(2).zeros(16).zeros(8).done(),
  indexedUpdate: start(2)
    .u32(2)
    .zeros(2 * 224)
    .zeros(8)
    .done(),
};

for (const [kind, bytes] of Object.entries(events)) {
  test(`a ${kind} event is read to its last byte, and what follows is allowed`, () => {
    assert.deepEqual(plain(decodeTreeEvent(bytes)), plain({ kind, tree }));
    const longer = Buffer.concat([bytes, Buffer.of(1)]);
    assert.deepEqual(plain(decodeTreeEvent(longer)), plain({ kind, tree }));
    const shorter = bytes.subarray(0, bytes.length - 1);
    assert.throws(() => decodeTreeEvent(shorter), /past the end/);
  });
}

test("the output queue at the end of a batch event may be there or not", () => {
  const batch = () =>
    start(3)
      .zeros(24)
      .u64(1n)
      .u64(2n)
      .zeros(36)
      .u64(2n ** 64n - 1n);
  const expected = {
    kind: "append",
    tree,
    oldNextIndex: 1n,
    newNextIndex: 2n,
    sequenceNumber: 2n ** 64n - 1n,
  };
  for (const bytes of [batch().u8(0), batch().u8(1).zeros(32)])
    assert.deepEqual(plain(decodeTreeEvent(bytes.done())), plain(expected));
  assert.throws(() => decodeTreeEvent(batch().u8(1).done()), /past the end/);
});

test("an unknown tag is refused", () => {
  assert.throws(() => decodeTreeEvent(start(6).zeros(200).done()), /event 6/);
});
