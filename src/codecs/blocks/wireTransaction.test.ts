import assert from "node:assert/strict";
import { test } from "node:test";
import { ByteWriter } from "../writer.ts";
import { plain } from "../../../test/encoder/plain.ts";
import { decodeWireTransaction } from "./wireTransaction.ts";

const first = new Uint8Array(64).fill(1);
const second = new Uint8Array(64).fill(2);
const key = new Uint8Array(32).fill(3);
const expected = plain({
  signature: first,
  staticKeys: key,
  instructions: [
    { programIndex: 0, accountIndexes: [0, 0], data: Uint8Array.of(7, 8, 9) },
  ].map((each) => ({
    ...each,
    accountIndexes: Uint8Array.from(each.accountIndexes),
  })),
});

/** Two signatures, one key, one instruction. */
function legacy(version: number | null): ByteWriter {
  const writer = new ByteWriter().u8(2).bytes(first).bytes(second);
  if (version !== null) writer.u8(0x80 | version);
  writer.u8(2).u8(0).u8(0).u8(1).bytes(key).zeros(32);
  writer.u8(1).u8(0).u8(2).zeros(2);
  return writer.u8(3).bytes(Uint8Array.of(7, 8, 9));
}

function version1(mask: number, configSize: number): ByteWriter {
  const writer = new ByteWriter().u8(0x81).u8(2).u8(0).u8(0);
  writer.u32(mask).zeros(32).u8(1).u8(1).bytes(key).zeros(configSize);
  writer
    .u8(0)
    .u8(2)
    .u16(3)
    .zeros(2)
    .bytes(Uint8Array.of(7, 8, 9));
  return writer.bytes(first).bytes(second);
}

test("legacy and version 0 messages follow their signatures", () => {
  for (const writer of [legacy(null), legacy(0).u8(0)])
    assert.deepEqual(plain(decodeWireTransaction(writer.done())), expected);
});

test("a version 1 message comes before its signatures, config values and all", () => {
  const sizes = [
    [0, 0],
    [0b11, 8],
    [0b100, 4],
    [0b11111, 20],
    [0b100011, 12], // an unknown value still takes its four bytes
    [2 ** 32 - 1, 128],
  ] as const;
  for (const [mask, size] of sizes) {
    const bytes = version1(mask, size).done();
    assert.deepEqual(plain(decodeWireTransaction(bytes)), expected);
  }
});

test("unknown versions are refused", () => {
  assert.throws(() => decodeWireTransaction(legacy(2).done()), /version 2/);
});

test("a version 1 message after the signatures, where older versions have theirs, is refused", () => {
  assert.throws(() => decodeWireTransaction(legacy(1).done()), /version 1/);
});

test("a transaction without a signature, and so without an id, is refused", () => {
  const unsigned = Uint8Array.from([0, ...new Uint8Array(200)]);
  assert.throws(() => decodeWireTransaction(unsigned), /without a signature/);
});

test("a missing last byte is refused in every version", () => {
  for (const writer of [legacy(null), legacy(0), version1(0, 0)]) {
    const bytes = writer.done();
    assert.throws(
      () => decodeWireTransaction(bytes.subarray(0, bytes.length - 1)),
      /past the end/,
    );
  }
});
