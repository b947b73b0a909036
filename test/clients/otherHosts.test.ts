// The example requests in other hosts' documentation, unchanged: an application based on them migrates by changing its
// URL. They use the examples' keys, so most results are empty. The second test sends each form with keys that have
// results.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withServedChain } from "./servedChain.ts";

interface Reply {
  readonly id: unknown;
  readonly error?: unknown;
  readonly result?: unknown;
}

const KEY = "11111112cMQwSC9qirWGjZM6gLGwW69X22mqwLLGP";
const WALLET = "bukwBg6C8VAHsuak1dPm5Teiu3eWe78xakgTL8QjVbW";
const HASH = "3KC9cKQhhzEPjwuyQaohM6SGaZu1ukKRZw2QRgc1sYVL";

const EXAMPLES: readonly [method: string, params: unknown, id: unknown][] = [
  // Helius: by name, the id a string of digits or a word.
  ["getCompressedAccount", { address: KEY }, "1"],
  ["getCompressedBalance", { address: KEY }, "1"],
  ["getCompressedBalanceByOwner", { owner: KEY }, "1"],
  ["getCompressedTokenAccountsByOwner", { owner: KEY, mint: KEY }, "1"],
  ["getCompressedTokenAccountsByOwner", { owner: KEY }, "test-account"],
  ["getCompressionSignaturesForAddress", { address: KEY, limit: 1 }, "1"],
  ["getLatestCompressionSignatures", { limit: 1 }, "1"],
  ["getIndexerHealth", undefined, "1"],
  ["getIndexerSlot", undefined, "1"],
  // Alchemy, "Photon API": by position, numeric ids; what is optional is left out wherever it stands.
  ["getCompressedAccountsByOwner", [WALLET, 1], 1],
  ["getCompressedTokenBalancesByOwner", [WALLET], 1],
  ["getCompressedTokenAccountBalance", [HASH], 1],
  ["getCompressedAccount", [null, HASH], 1],
  ["getCompressedAccount", [KEY, null], 1],
  // Alchemy, "Solana API endpoints": one object in an array.
  ["getCompressedAccountsByOwner", [{ owner: KEY }], 1],
  ["getCompressedTokenAccountsByDelegate", [{ delegate: KEY }], 1],
  [
    "getCompressedBalance",
    [{ address: null, hash: "11111111111111111111111111111111" }],
    1,
  ],
];

test("the example requests of other hosts' documentation are answered", async () => {
  await withServedChain("programs-400", async ({ url }) => {
    for (const [method, params, id] of EXAMPLES) {
      const reply = await ask(url, { method, params, id });
      const asked = `${method} ${JSON.stringify(params)}`;
      assert.equal(reply.error, undefined, asked);
      assert.ok(reply.result !== undefined, asked);
      assert.equal(reply.id, id, asked);
    }
  });
});

test("all forms of parameters give the same result: by name, one object in an array, and by position", async () => {
  await withServedChain("programs-400", async ({ url, paramsOf }) => {
    const { owner } = paramsOf("getCompressedTokenAccountsByOwner")[0]!;
    const method = "getCompressedTokenAccountsByOwner";
    const resultOf = async (params: unknown) =>
      (await ask(url, { method, params, id: 1 })).result as {
        value: { items: { account: { hash: string } }[] };
      };
    const byName = await resultOf({ owner, limit: 1 });
    assert.equal(byName.value.items.length, 1);
    assert.deepEqual(await resultOf([{ owner, limit: 1 }]), byName);
    assert.deepEqual(await resultOf([owner, null, null, 1]), byName);
    assert.deepEqual(await resultOf([owner, 1]), byName);
  });
});

test("a single positional value is an account's address or hash", async () => {
  await withServedChain("programs-400", async ({ url, paramsOf }) => {
    const [{ address }] = paramsOf("getCompressedAccount").filter(
      (params) => "address" in params,
    ) as [{ address: string }];
    const method = "getCompressedAccount";
    const hashOf = async (params: unknown) => {
      const { result } = await ask(url, { method, params, id: 1 });
      return (result as { value: { hash: string } | null }).value?.hash;
    };
    const hash = await hashOf({ address });
    assert.equal(typeof hash, "string");
    assert.equal(await hashOf([address]), hash);
    assert.equal(await hashOf([hash]), hash);
    assert.equal(await hashOf([null, hash]), hash);
    assert.equal(await hashOf([hash, null]), undefined);
  });
});

test("a method that only an SDK sends is refused with the methods to use instead", async () => {
  await withServedChain("programs-400", async ({ url }) => {
    const params = { id: KEY, page: 1 };
    const call = { method: "getSignaturesForAsset", params, id: 1 };
    const { error } = await ask(url, call);
    const { code, message } = error as { code: number; message: string };
    assert.equal(code, -32601);
    assert.match(message, /getCompressionSignaturesForAccount \{hash\}/);
    assert.match(message, /getCompressionSignaturesForAddress \{address\}/);
  });
});

async function ask(url: string, call: object): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: "2.0", ...call });
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body });
  return (await reply.json()) as Reply;
}
