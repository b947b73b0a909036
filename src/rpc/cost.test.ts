import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBase58 } from "../codecs/base58.ts";
import { key } from "../../test/store/sampleAccounts.ts";
import * as methods from "./methods/index.ts";

const owner = encodeBase58(key(7));
const units = (method: keyof typeof methods, params: unknown): number =>
  methods[method].prepare(params).units;

test("a balance, a single account and the indexed slot cost one unit", () => {
  assert.equal(units("getCompressedBalanceByOwner", { owner }), 1);
  assert.equal(units("getCompressedAccountBalance", { hash: owner }), 1);
  assert.equal(units("getCompressedAccount", [owner]), 1);
  assert.equal(units("getIndexerSlot", null), 1);
});

test("a page costs what its limit says, in whatever way it is given", () => {
  const method = "getCompressedTokenAccountsByOwner";
  assert.equal(units(method, { owner, limit: 10 }), 1.2);
  assert.equal(units(method, [owner, 100]), 3);
  assert.equal(units(method, [owner]), 21);
});

test("filters cost more than their page", () => {
  const filters = [{ memcmp: { offset: 0, bytes: "2" } }];
  const method = "getCompressedAccountsByOwner";
  assert.equal(units(method, { owner, filters }), 71);
  assert.equal(units(method, { owner, filters: [] }), 21);
});

test("a list of keys is priced by its length, and higher if each key may have many accounts", () => {
  const keys = Array<string>(100).fill(owner);
  const hashes = { hashes: keys };
  assert.equal(units("getMultipleCompressedAccounts", hashes), 11);
  assert.equal(units("getMultipleAccountInterfaces", [keys]), 121);
  assert.equal(units("getAccountInterface", [owner]), 22);
});

test("proofs are priced by their keys, and a validity proof costs more than a page", () => {
  const keys = Array<string>(100).fill(owner);
  const pairs = keys.map((address) => ({ address, tree: owner }));
  assert.equal(units("getCompressedAccountProof", { hash: owner }), 2);
  assert.equal(units("getMultipleCompressedAccountProofs", keys), 21);
  assert.equal(units("getMultipleNewAddressProofs", keys), 21);
  assert.equal(units("getMultipleNewAddressProofsV2", pairs), 21);
  const asked = { hashes: keys.slice(0, 4), newAddressesWithTrees: [pairs[0]] };
  assert.equal(units("getValidityProof", asked), 25);
  assert.equal(units("getValidityProofV2", asked), 25);
});

test("queue elements are priced by the limit of each queue", () => {
  const tree = owner;
  const method = "getQueueElements";
  assert.equal(units(method, { tree, outputQueue: { limit: 500 } }), 51);
  assert.equal(units(method, { tree, inputQueue: { limit: 500 } }), 101);
  const both = { inputQueue: { limit: 100 }, addressQueue: { limit: 50 } };
  assert.equal(units(method, { tree, ...both }), 31);
});

test("every method says what it costs", () => {
  for (const [name, { cost }] of Object.entries(methods))
    assert.match(cost, /unit/, name);
});
