import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ByteWriter } from "./writer.ts";
import { ByteReader, DecodeError } from "./reader.ts";

test("numbers are little-endian and exact to the last bit", () => {
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const u16 = fc.nat(2 ** 16 - 1);
  fc.assert(
    fc.property(u64, u32, u16, (large, medium, small) => {
      const writer = new ByteWriter().u64(large).u32(medium).u16(small);
      const reader = new ByteReader(writer.compactU16(small).done());
      assert.equal(reader.u64(), large);
      assert.equal(reader.u32(), medium);
      assert.equal(reader.u16(), small);
      assert.equal(reader.compactU16(), small);
      assert.equal(reader.remaining, 0);
    }),
  );
});

test("reading past the end is refused from any position", () => {
  assert.throws(() => new ByteReader(new Uint8Array(7)).u64(), DecodeError);
  assert.throws(() => new ByteReader(new Uint8Array(7), 9).u8(), DecodeError);
  assert.throws(() => new ByteReader(new Uint8Array(31)).hash(), DecodeError);
});

test("a bool is 0 or 1, and so is the tag of an option", () => {
  assert.throws(() => new ByteReader(Uint8Array.of(2)).bool(), DecodeError);
  const three = new ByteReader(Uint8Array.of(3, 1));
  assert.throws(() => three.option((r) => r.u8()), DecodeError);
});

test("a compact length has at most three bytes and sixteen bits", () => {
  const bytes = (...all: number[]) => new ByteReader(Uint8Array.from(all));
  assert.equal(bytes(0xff, 0xff, 0x03).compactU16(), 0xffff);
  assert.throws(() => bytes(0xff, 0xff, 0x04).compactU16(), DecodeError);
  assert.throws(() => bytes(0x80, 0x80, 0x80, 0).compactU16(), DecodeError);
});

test("a vector whose length exceeds the remaining bytes is refused before its first item is read", () => {
  const reader = new ByteReader(
    new ByteWriter()
      .u32(2 ** 32 - 1)
      .zeros(64)
      .done(),
  );
  let read = 0;
  assert.throws(() => reader.vector(32, () => read++), DecodeError);
  assert.equal(read, 0);
});
