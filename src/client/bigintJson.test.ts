import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseExact } from "./bigintJson.ts";

test("values that JSON.parse reads exactly are the same", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain: unknown = JSON.parse(text);
      assert.deepEqual(withoutBigints(parseExact(text)), plain);
    }),
  );
});

test("integers of any size keep every digit in every position", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n - 1n }),
      fc.string(),
      (number, words) => {
        const text = `{"a":${number},"b":[${number}, -${number}],${JSON.stringify(`c${words}`)}:[${JSON.stringify(`"a":${number}`)}]}`;
        const { a, b } = parseExact(text) as { a: unknown; b: unknown[] };
        assert.deepEqual([a, ...b], [number, number, -number]);
      },
    ),
  );
});

test("fractions, exponents and digits in strings do not become bigints", () => {
  const text = `{"f":0.12345678901234567890,"e":12345678901234567e2,"s":"a,1234567890123456789","n":9007199254740993}`;
  assert.deepEqual(parseExact(text), {
    f: Number("0.12345678901234567890"),
    e: Number("12345678901234567e2"),
    s: "a,1234567890123456789",
    n: 9007199254740993n,
  });
});

function withoutBigints(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, withoutBigints(v)]),
  );
}
