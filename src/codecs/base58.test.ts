import assert from "node:assert/strict";
import { test } from "node:test";
import { base58 } from "@scure/base";
import fc from "fast-check";
import { encodeLongBase58 } from "../../test/encoder/longBase58.ts";
import { decodeBase58, decodeBase58Bytes, encodeBase58 } from "./base58.ts";

/** The library encodes no more bytes than this. */
const LIBRARY_MAX = 2048;

/** Random bytes after a run of zeros or ones: leading zeros are the special case of base58. */
const bytesOf = (size: number) =>
  fc
    .tuple(
      fc.uint8Array({ minLength: size, maxLength: size }),
      fc.nat(size),
      fc.constantFrom(null, 0, 255),
    )
    .map(([bytes, run, fill]) =>
      fill === null ? bytes : bytes.fill(fill, 0, run),
    );

for (const size of [32, 40, 64, 72]) {
  test(`encodes ${size} bytes like the library, and decodes them`, () => {
    fc.assert(
      fc.property(bytesOf(size), (bytes) => {
        const text = encodeBase58(bytes);
        assert.equal(text, base58.encode(bytes));
        assert.deepEqual(
          new Uint8Array(decodeBase58(text, size)!),
          new Uint8Array(bytes),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test(`refuses every text that is not exactly ${size} bytes`, () => {
    const other = fc
      .uint8Array({ maxLength: 80 })
      .filter((bytes) => bytes.length !== size);
    fc.assert(
      fc.property(other, (bytes) => {
        assert.equal(decodeBase58(base58.encode(bytes), size), null);
      }),
      { numRuns: 1000 },
    );
  });
}

test("refuses characters outside the alphabet", () => {
  for (const bad of ["0", "O", "I", "l", " ", "é", "\u{1F600}", "\u0131"]) {
    const text = "1".repeat(31) + bad;
    assert.equal(decodeBase58(text, 32), null, bad);
    assert.equal(decodeBase58Bytes(text), null, bad);
  }
  assert.equal(decodeBase58("", 32), null);
});

test("refuses the first value that needs one byte more", () => {
  const max = new Uint8Array(32).fill(255);
  const text = base58.encode(max);
  assert.deepEqual(new Uint8Array(decodeBase58(text, 32)!), max);
  const above = base58.encode(Uint8Array.of(1, ...new Uint8Array(32)));
  assert.equal(above.length, text.length);
  assert.equal(decodeBase58(above, 32), null);
});

test("text of any length is decoded; the encoder of the tests agrees with the library as far as that goes", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 4000 }),
      fc.nat(20),
      (raw, zeros) => {
        const bytes = Uint8Array.of(...new Uint8Array(zeros), ...raw);
        const text = encodeLongBase58(bytes);
        if (bytes.length <= LIBRARY_MAX)
          assert.equal(text, base58.encode(bytes));
        assert.deepEqual(new Uint8Array(decodeBase58Bytes(text)!), bytes);
      },
    ),
  );
});
