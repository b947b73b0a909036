// Run by `npm run test:prover`: the real prover behind the real methods. Not part of `npm test`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBN254, createRpc } from "@lightprotocol/stateless.js";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { ProverPool } from "../../src/prover/proverPool.ts";
import { withServedChain } from "../clients/servedChain.ts";
import {
  type Claim,
  claimOf,
  claimOfV2,
  isProvenBy,
  type ProofAnswer,
  type ProofAnswerV2,
} from "./answeredProof.ts";
import { transferInV1, transferInV2 } from "./transfers.ts";
import { NO_PROVER, type StartedProver, startProver } from "./realProver.ts";

let started: StartedProver | null = null;
before(async () => {
  if (NO_PROVER === null) started = await startProver();
});
after(() => {
  started?.stop();
});

function realProver(): ProverPool {
  const urls = [started!.url];
  return new ProverPool({ urls, apiKey: null, concurrency: 2 });
}

/** Accounts and addresses of the sizes whose keys are shipped. */
const SIZES = [
  ...[1, 2, 3, 4].map((accounts) => [accounts, 0] as const),
  ...[1, 2].map((addresses) => [0, addresses] as const),
  ...([
    [1, 1],
    [1, 2],
    [2, 1],
  ] as const),
] as const;

const VERSIONS = [
  { version: 1, addressTree: "amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2" },
  { version: 2, addressTree: "amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx" },
] as const;

interface Answer<T> {
  readonly result?: { readonly value: T };
  readonly error?: { readonly message: string };
}

test(
  "each shipped size is proven, each proof verifies, and none for anything else",
  { skip: NO_PROVER ?? false, timeout: 900_000 },
  async () => {
    const prover = realProver();
    const proven = new Set<string>();
    for (const name of ["programs-400", "batched_tree_transactions"])
      await withServedChain(
        name,
        async (served) => {
          const ask = async <T>(method: string, params: object) => {
            const body = JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method,
              params,
            });
            const headers = { "content-type": "application/json" };
            const reply = await fetch(served.url, {
              method: "POST",
              headers,
              body,
            });
            return (await reply.json()) as Answer<T>;
          };
          const inTrees = await accountsInTrees(
            ask,
            served.paramsOf("getCompressedAccountProof"),
          );
          for (const { version, addressTree } of VERSIONS)
            for (const [accounts, addresses] of SIZES) {
              const hashes = inTrees[version].slice(0, accounts);
              if (hashes.length < accounts) continue;
              const newAddressesWithTrees = [2, 3]
                .slice(0, addresses)
                .map((byte) => ({
                  address: encodeBase58(new Uint8Array(32).fill(byte, 1)),
                  tree: addressTree,
                }));
              const params = { hashes, newAddressesWithTrees };
              const v1 = await ask<ProofAnswer>("getValidityProof", params);
              const v2 = await ask<ProofAnswerV2>("getValidityProofV2", params);
              const where = `${JSON.stringify(params)} ${JSON.stringify(v1.error ?? v2.error)}`;
              assert.ok(v1.result && v2.result, where);
              const claim = claimOf(v1.result.value, accounts, version);
              assertProves(claim, v1.result.value.compressedProof);
              assertProves(
                claimOfV2(v2.result.value)!,
                v2.result.value.compressedProof!,
              );
              proven.add(claim.circuit);
            }
        },
        { prover },
      );
    assert.equal(proven.size, 18, [...proven].join());
  },
);

function assertProves(
  claim: Claim,
  proof: ProofAnswer["compressedProof"],
): void {
  assert.ok(isProvenBy(claim, proof), claim.circuit);
  const [first, ...rest] = claim.inputs;
  const other = { ...claim, inputs: [first! + 1n, ...rest] };
  assert.ok(!isProvenBy(other, proof), `${claim.circuit} for another input`);
  const swapped = { ...proof, a: proof.c };
  assert.ok(!isProvenBy(claim, swapped), `${claim.circuit} with another point`);
}

type Ask = <T>(method: string, params: object) => Promise<Answer<T>>;

/** Unspent accounts whose trees hold them, by version. */
async function accountsInTrees(
  ask: Ask,
  params: readonly Record<string, string>[],
) {
  const found: Record<1 | 2, string[]> = { 1: [], 2: [] };
  for (const { hash } of params) {
    if (!hash) continue; // sent as a bare list
    const { result } = await ask<{
      proveByIndex: boolean;
      treeContext: { treeType: number };
    }>("getCompressedAccountProofV2", { hash });
    if (!result || result.value.proveByIndex) continue;
    found[result.value.treeContext.treeType === 1 ? 1 : 2].push(hash);
  }
  return found;
}

test(
  "stateless.js gets the proofs it sends with a transaction",
  { skip: NO_PROVER ?? false, timeout: 600_000 },
  async () => {
    const prover = realProver();
    await withServedChain(
      "programs-400",
      async (served) => {
        const rpc = createRpc(served.url, served.url, served.url);
        const asked = served.paramsOf("getCompressedAccountProofV2");
        let proven = 0;
        for (const { hash } of asked) {
          if (!hash) continue; // sent as a bare list
          const account = await rpc
            .getCompressedAccount(undefined, createBN254(hash, "base58"))
            .catch(() => null);
          if (!account || proven >= 3) continue;
          const { treeInfo } = account;
          const { tree, queue } = treeInfo;
          // The package does not bring the types of its big numbers along.
          const hashed = createBN254(hash, "base58") as never;
          const proof = await rpc.getValidityProofV0([
            { hash: hashed, tree, queue },
          ]);
          assert.deepEqual(proof.leafIndices, [account.leafIndex]);
          assert.equal(proof.compressedProof === null, proof.proveByIndices[0]);
          proven++;
        }
        assert.ok(proven > 0);
      },
      { prover },
    );
  },
);

for (const [version, transfer] of [
  ["V1", transferInV1],
  ["V2", transferInV2],
] as const)
  test(
    `a token transfer in ${version} trees is built from answers alone and proven, and so is the one after its block`,
    { skip: NO_PROVER ?? false, timeout: 300_000 },
    () => transfer(realProver()),
  );
