import assert from "node:assert/strict";
import { test } from "node:test";
import { base58 } from "@scure/base";
import fc from "fast-check";
import { cursorOf, type Cursor, type CursorPart } from "./cursor.ts";

const lists: { parts: CursorPart[]; size: number; u64: boolean }[] = [
  { parts: ["mint", "hash"], size: 64, u64: false },
  { parts: ["hash"], size: 32, u64: false },
  { parts: ["slot", "signature"], size: 72, u64: true },
  { parts: ["balance", "owner"], size: 40, u64: true },
];

const parse = (cursor: Cursor, text: unknown) =>
  cursor.field.parse(text, "cursor");

for (const { parts, size, u64 } of lists) {
  const name = parts.join(", ");
  const position = fc.uint8Array({ minLength: size, maxLength: size });

  test(`a position of ${name} round-trips through a cursor`, () => {
    const cursor = cursorOf(...parts);
    fc.assert(
      fc.property(position, (bytes) => {
        const before = bytes.slice();
        const text = cursor.render(bytes);
        assert.deepEqual(Uint8Array.from(parse(cursor, text)), before);
        const buffer = Buffer.from(bytes);
        assert.equal(cursor.render(buffer), text);
        for (const own of [bytes, buffer])
          assert.deepEqual(Uint8Array.from(own), before, "left alone");
      }),
    );
  });

  test(`on the wire ${name} is base58${u64 ? ", the number little-endian" : ""}`, () => {
    fc.assert(
      fc.property(position, (bytes) => {
        const wire = base58.decode(cursorOf(...parts).render(bytes));
        const number = u64 ? 8 : 0;
        assert.deepEqual(
          wire.slice(0, number).reverse(),
          bytes.slice(0, number),
        );
        assert.deepEqual(wire.slice(number), bytes.slice(number));
      }),
    );
  });

  test(`a cursor of ${name} has ${size} bytes, in base58`, () => {
    const cursor = cursorOf(...parts);
    const error = {
      code: -32602,
      message: `cursor: must be the cursor of the previous page (base58 of ${size} bytes: ${name})`,
    };
    const right = base58.encode(new Uint8Array(size).fill(9));
    const wrong = [
      "",
      "0",
      `${right.slice(0, -1)}0`,
      base58.encode(new Uint8Array(size - 1).fill(9)),
      base58.encode(new Uint8Array(size + 1).fill(9)),
      "z".repeat(100_000),
      7,
      [right],
      {},
      true,
    ];
    assert.equal(parse(cursor, right).length, size);
    for (const text of wrong) assert.throws(() => parse(cursor, text), error);
  });
}
