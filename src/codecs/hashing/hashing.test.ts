import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as reference from "poseidon-lite";
import { decodeBase58, encodeBase58 } from "../base58.ts";
import { parseAddress } from "../bytes.ts";
import { FIELD_ORDER, toField } from "./field.ts";
import { hashToField } from "./hashToField.ts";
import { poseidon, poseidonOfFields } from "./poseidon.ts";

const zero = new Uint8Array(32);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const hashNamed = (text: string) => decodeBase58(text, 32)!;

test("the hash of two zeros is the known one", () => {
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
  test(`the hash of ${count} values agrees with another implementation`, () => {
    const element = fc.oneof(
      fc.constantFrom(0n, 1n, FIELD_ORDER - 1n),
      fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
    );
    const inputs = fc.array(element, { minLength: count, maxLength: count });
    fc.assert(
      fc.property(inputs, (values) => {
        assert.equal(poseidonOfFields(values), referenceHash(values));
      }),
      { numRuns: 20 },
    );
  });
}

test("empty trees of 26 and 32 levels have the known roots", () => {
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

test("a nullifier binds account, leaf and transaction", () => {
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

test("keys are brought into the field as the programs do it", () => {
  const tree = parseAddress("smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT");
  assert.equal(
    hex(hashToField(tree)),
    "00148b8e2d77c22ec70b6389f3a563d66f6837015dc9164c7986d35c68ce0c5d",
  );
});

test("numbers from the field order on are no field elements", () => {
  const order = Buffer.from(FIELD_ORDER.toString(16), "hex");
  assert.throws(() => toField(order), /field element/);
  order[31]! -= 1;
  assert.equal(toField(order), FIELD_ORDER - 1n);
});

test("eight values are more than there are parameters for", () => {
  assert.throws(() => poseidonOfFields(new Array<bigint>(8).fill(0n)), /width/);
});
