import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../../test/encoder/plain.ts";
import { ByteWriter } from "../writer.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { decodeTreeEvent, type TreeEvent } from "./treeEvent.ts";

const tree = asAddress(new Uint8Array(32).fill(4));
const start = (tag: number) => new ByteWriter().u8(tag).bytes(tree);

/** Events with two entries in their list, then the fields after the list. */
const events: readonly (readonly [Uint8Array, TreeEvent])[] = [
  [
    start(0).u32(2).u32(1).zeros(36).u32(0).zeros(12).done(),
    { kind: "changelog", tree },
  ],
  [
    start(1).u32(2).u64(5n).u64(3n).u64(7n).done(),
    { kind: "nullifier", tree, leafIndexes: [5n, 3n], seq: 7n },
  ],
  [
    start(2).u32(2).bytes(update(8, 4n)).bytes(update(9, 5n)).u64(6n).done(),
    {
      kind: "indexedUpdate",
      tree,
      elements: [
        { value: filled(8), index: 4n },
        { value: filled(9), index: 5n },
      ],
      seq: 6n,
    },
  ],
];

function filled(byte: number): Address {
  return asAddress(new Uint8Array(32).fill(byte));
}

/** The preceding element and its hash, then value, next index, next value and index of the new element, and its hash. */
function update(value: number, index: bigint): Uint8Array {
  return new ByteWriter()
    .zeros(112)
    .bytes(filled(value))
    .zeros(40)
    .u64(index)
    .zeros(32)
    .done();
}

for (const [bytes, event] of events) {
  test(`a ${event.kind} event is read completely, and trailing bytes are allowed`, () => {
    assert.deepEqual(plain(decodeTreeEvent(bytes)), plain(event));
    const longer = Buffer.concat([bytes, Buffer.of(1)]);
    assert.deepEqual(plain(decodeTreeEvent(longer)), plain(event));
    const shorter = bytes.subarray(0, bytes.length - 1);
    assert.throws(() => decodeTreeEvent(shorter), /past the end/);
  });
}

test("the output queue at the end of a batch event is optional", () => {
  const batch = () =>
    start(3)
      .zeros(24)
      .u64(1n)
      .u64(2n)
      .bytes(filled(3))
      .zeros(4)
      .u64(2n ** 64n - 1n);
  const expected = {
    kind: "append",
    tree,
    oldNextIndex: 1n,
    newNextIndex: 2n,
    newRoot: filled(3),
    sequenceNumber: 2n ** 64n - 1n,
  };
  for (const bytes of [batch().u8(0), batch().u8(1).zeros(32)])
    assert.deepEqual(plain(decodeTreeEvent(bytes.done())), plain(expected));
  assert.throws(() => decodeTreeEvent(batch().u8(1).done()), /past the end/);
});

test("an unknown tag is refused", () => {
  assert.throws(() => decodeTreeEvent(start(6).zeros(200).done()), /event 6/);
});
