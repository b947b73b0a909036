import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { decodeBase58, encodeBase58 } from "../../src/explorer/page/base58.ts";
import { parseExact } from "../../src/client/bigintJson.ts";
import { digits, percent } from "../../src/explorer/page/format.ts";

test("every digit of a 64-bit number reaches the screen", () => {
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(u64, (value) => {
      const { amount } = parseExact(`{"amount":${value}}`) as {
        amount: bigint;
      };
      assert.equal(digits(amount).replaceAll(",", ""), String(value));
    }),
  );
});

test("numbers that are not integers stay numbers", () => {
  assert.deepEqual(parseExact("[1.5,-2,1e300]"), [1.5, -2, 1e300]);
});

test("base58 on the page round-trips", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      assert.deepEqual(decodeBase58(encodeBase58(bytes)), bytes);
    }),
  );
});

test("a share too small to print is not printed as zero", () => {
  assert.equal(percent(1n, 2n ** 64n), "<0.01%");
  assert.equal(percent(1n, 3n), "33.33%");
  assert.equal(percent(0n, 3n), "0.00%");
});
