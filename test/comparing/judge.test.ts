import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../src/comparing/judge.ts";
import {
  type Envelope,
  type Reply,
  replyOf,
} from "../../src/comparing/replies.ts";

function answer(method: string, value: unknown): Reply {
  return replyOf(method, { result: { context: { slot: 1 }, value } });
}

function refusal(method: string, code: number): Reply {
  const error: Envelope["error"] = { code, message: "no" };
  return replyOf(method, { error });
}

function found(method: string, a: Reply, b: Reply): string[] {
  return judge(method, a, b).map(
    ({ name, server }) => `${name} ${server ?? ""}`,
  );
}

const PROOF = "getValidityProof";
const V2 = "getValidityProofV2";
const proof = { a: "AA==", b: "AA==", c: "AA==" };
const other = { a: "AQ==", b: "AQ==", c: "AQ==" };
const roots = { roots: ["r"], rootIndices: [3], leafIndices: [7] };
const accounts = { accounts: [{ hash: "h", root: "r" }], addresses: [] };

test("two provers make other bytes of the same proof", () => {
  const a = answer(PROOF, { compressedProof: proof, ...roots });
  const b = answer(PROOF, { compressedProof: other, ...roots });
  assert.deepEqual(found(PROOF, a, b), []);
  const c = answer(V2, { compressedProof: proof, ...accounts });
  const d = answer(V2, { compressedProof: other, ...accounts });
  assert.deepEqual(found(V2, c, d), []);
});

test("another root or index of a proof is a difference, and so is a proof that one server leaves out", () => {
  const a = answer(PROOF, { compressedProof: proof, ...roots });
  for (const change of [
    { roots: ["x"] },
    { rootIndices: [4] },
    { leafIndices: [8] },
  ]) {
    const b = answer(PROOF, { compressedProof: proof, ...roots, ...change });
    assert.deepEqual(found(PROOF, a, b), ["different "]);
  }
  const c = answer(V2, { compressedProof: proof, ...accounts });
  const d = answer(V2, { compressedProof: null, ...accounts });
  assert.deepEqual(found(V2, c, d), ["different "]);
});

const PATH = "getCompressedAccountProof";

test("a Merkle path is compared node by node", () => {
  const of = (...path: string[]) => answer(PATH, { root: "r", proof: path });
  assert.deepEqual(found(PATH, of("a", "b"), of("a", "b")), []);
  assert.deepEqual(found(PATH, of("a", "b"), of("a", "c")), ["different "]);
});

test("a server that is busy or behind says nothing about the answer", () => {
  const some = answer("getCompressedBalance", 7);
  for (const code of [-32005, -32016]) {
    const busy = refusal("getCompressedBalance", code);
    const wrong = refusal("getCompressedBalance", -32602);
    assert.deepEqual(found("getCompressedBalance", some, busy), [
      "unavailable B",
    ]);
    assert.deepEqual(found("getCompressedBalance", busy, wrong), [
      "unavailable A",
    ]);
    assert.deepEqual(found("getCompressedBalance", busy, busy), []);
  }
});

const OWNERS = "getCompressedAccountsByOwner";

function list(hashes: string, cursor: string | null): Reply {
  const items = [...new Set(hashes)].map((hash) => ({ hash }));
  return answer(OWNERS, { items, cursor });
}

test("of lists in different orders, a page shows a missing item only if it is the whole list", () => {
  assert.deepEqual(found(OWNERS, list("ab", null), list("ba", null)), [
    "orderByOwner ",
  ]);
  assert.deepEqual(found(OWNERS, list("ab", "b"), list("cd", "d")), [
    "tooLong ",
  ]);
  assert.deepEqual(found(OWNERS, list("ab", "b"), list("a", null)), [
    "rowMissing B",
  ]);
  assert.deepEqual(found(OWNERS, list("ab", null), list("bc", "c")), [
    "rowMissing A",
  ]);
});

test("transactions of a history are told apart by signature, owner and mint", () => {
  const HISTORY = "getCompressedTokenHistory";
  const item = { signature: "s", owner: "o", mint: "m", change: 1, balance: 1 };
  const items = [item, { ...item, mint: "n" }];
  const a = answer(HISTORY, { items, cursor: null });
  const b = answer(HISTORY, { items: [...items, item], cursor: null });
  assert.deepEqual(found(HISTORY, a, a), []);
  assert.deepEqual(found(HISTORY, a, b), ["repeatsRows B"]);
});
