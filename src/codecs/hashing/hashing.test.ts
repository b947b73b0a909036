import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as reference from "poseidon-lite";
import { decodeBase58, encodeBase58 } from "../base58.ts";
import { parseAddress } from "../bytes.ts";
import { poseidonOfFields } from "./poseidonOfFields.ts";
import { FIELD_ORDER } from "./field.ts";
import { hashToField } from "./hashToField.ts";
import { hashPairs } from "./hashPairs.ts";
import { poseidon } from "./poseidon.ts";

const zero = new Uint8Array(32);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const element = (value: bigint) =>
  Buffer.from(value.toString(16).padStart(64, "0"), "hex");
const fieldElement = fc.oneof(
  fc.constantFrom(0n, 1n, FIELD_ORDER - 1n),
  fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
);
const hashNamed = (text: string) => decodeBase58(text, 32)!;

test("the hash of two zeros matches the published one", () => {
  assert.equal(
    hex(poseidon(zero, zero)),
    "2098f5fb9e239eab3ceac3f27b81e481dc3124d55ffed523a839ee8446b64864",
  );
});

const references = [
  reference.poseidon1,
  reference.poseidon2,
  reference.poseidon3,
  reference.poseidon4,
  reference.poseidon5,
  reference.poseidon6,
  reference.poseidon7,
];

for (const [i, referenceHash] of references.entries()) {
  const count = i + 1;
  test(`the hash of ${count} values agrees with two implementations in big integers`, () => {
    const inputs = fc.array(fieldElement, {
      minLength: count,
      maxLength: count,
    });
    fc.assert(
      fc.property(inputs, (values) => {
        const hash = hex(poseidon(...values.map(element)));
        assert.equal(hash, hex(element(poseidonOfFields(values))));
        assert.equal(hash, hex(element(referenceHash(values))));
      }),
      { numRuns: 50 },
    );
  });
}

test("a level holds the hash of each pair of nodes below it, for any number of pairs", () => {
  // More pairs than fit into the compiled code's memory at once.
  for (const pairs of [0, 1, 2, 511, 512, 513, 1100]) {
    const children = Buffer.concat(
      Array.from({ length: 2 * pairs }, (_, i) =>
        element(BigInt(i + 1) ** 99n % FIELD_ORDER),
      ),
    );
    const parents = hashPairs(children);
    assert.equal(parents.length, 32 * pairs);
    for (const i of [0, 1, pairs - 1].filter((i) => i >= 0 && i < pairs)) {
      const [left, right] = [64 * i, 64 * i + 32].map((at) =>
        children.subarray(at, at + 32),
      );
      assert.equal(
        hex(parents.subarray(32 * i, 32 * i + 32)),
        hex(poseidon(left!, right!)),
      );
    }
  }
  assert.throws(() => hashPairs(new Uint8Array(32)), /even number/);
});

test("empty trees of 26 and 32 levels have the published roots", () => {
  let node: Uint8Array = zero;
  const roots = Array.from({ length: 32 }, () => (node = poseidon(node, node)));
  assert.equal(
    encodeBase58(roots[25]!),
    "2DTG1EeYyHnDQR4dXYnBRmmgmZCf4rhE7rJMB8Bhouzo",
  );
  assert.equal(
    encodeBase58(roots[31]!),
    "4C4hXkTeb81GhLj8GBTwDxRxvBy2xZxVFh4YfthKA6XJ",
  );
});

test("a nullifier depends on account, leaf and transaction", () => {
  const nullifier = poseidon(
    hashNamed("31k1cBCZnCpF4jMjCeBEsWdFsjraJAXWXzkurB2C7Uzg"),
    zero, // leaf 0
    hashNamed("2WUZZ2KLpSA8Yum9BVZt3vK8nBb5nFRasiiWeqe7XfGv"),
  );
  assert.equal(
    encodeBase58(nullifier),
    "WCfuDcCWYGFTtq3WPs3JPAznQsvcsV1TW4A9rbRx1a8",
  );
});

test("keys are mapped into the field as the on-chain programs do it", () => {
  const tree = parseAddress("smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT");
  assert.equal(
    hex(hashToField(tree)),
    "00148b8e2d77c22ec70b6389f3a563d66f6837015dc9164c7986d35c68ce0c5d",
  );
});

test("values at or above the field order are refused in every position", () => {
  const highest = element(FIELD_ORDER - 1n);
  const expected = poseidonOfFields([FIELD_ORDER - 1n, FIELD_ORDER - 1n]);
  assert.equal(hex(poseidon(highest, highest)), hex(element(expected)));
  for (const value of [FIELD_ORDER, FIELD_ORDER + 1n, 2n ** 256n - 1n]) {
    const tooLarge = element(value);
    assert.throws(() => poseidon(tooLarge), /field element/);
    assert.throws(() => poseidon(highest, tooLarge), /field element/);
    assert.throws(() => poseidon(tooLarge, zero, zero), /field element/);
    const level = Buffer.concat([zero, zero, zero, tooLarge]);
    assert.throws(() => hashPairs(level), /field element/);
  }
  assert.equal(hex(poseidon(highest, highest)), hex(element(expected)));
});

test("values are 32 bytes long", () => {
  assert.throws(() => poseidon(new Uint8Array(31)), /32 bytes/);
});

test("hashing eight values is refused: there are no parameters for them", () => {
  assert.throws(
    () => poseidon(...new Array<Uint8Array>(8).fill(zero)),
    /width/,
  );
});
