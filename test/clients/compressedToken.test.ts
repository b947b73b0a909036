/* eslint @typescript-eslint/no-unsafe-assignment: off, @typescript-eslint/no-unsafe-call: off,
   @typescript-eslint/no-unsafe-member-access: off, @typescript-eslint/no-unsafe-return: off,
   @typescript-eslint/no-unsafe-argument: off -- the numbers of these packages come from bn.js, which has no types */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CompressedTokenProgram,
  decodeTransferInstructionData,
  selectMinCompressedTokenAccountsForDecompression,
  selectMinCompressedTokenAccountsForTransfer,
  selectSmartCompressedTokenAccountsForTransfer,
  selectTokenAccountsForApprove,
} from "@lightprotocol/compressed-token";
import {
  bn,
  createRpc,
  type ParsedTokenAccount,
  type Rpc,
} from "@lightprotocol/stateless.js";
import { PublicKey } from "@solana/web3.js";
import { CALLED_BY } from "./calls.ts";
import { withServedChain } from "./servedChain.ts";

test("compressed-token selects input accounts from the served lists", async () => {
  await withServedChain("programs-400", async ({ url, paramsOf }) => {
    const rpc = createRpc(url);
    let chosen = 0;
    for (const { owner } of paramsOf("getCompressedTokenAccountsByOwner")) {
      const listed = await rpc.getCompressedTokenAccountsByOwner(
        new PublicKey(owner!),
      );
      for (const accounts of payableTogether(listed.items))
        chosen += choose(accounts);
    }
    assert.ok(chosen > 10, String(chosen));
  });
});

test("compressed-token builds transfers and mergers from answers alone", async () => {
  await withServedChain("programs-400", async ({ url, called, paramsOf }) => {
    const rpc = createRpc(url);
    let built = 0;
    for (const { owner } of paramsOf("getCompressedTokenAccountsByOwner")) {
      const listed = await rpc.getCompressedTokenAccountsByOwner(
        new PublicKey(owner!),
      );
      for (const accounts of payableTogether(listed.items)) {
        const inputs = accounts
          .filter(({ parsed }) => parsed.delegate === null)
          .slice(0, 4);
        if (inputs.length > 0 && built < 8) built += await build(rpc, inputs);
      }
    }
    assert.ok(built > 3, String(built));
    assert.deepEqual(
      [...called].sort(),
      [...CALLED_BY["compressed-token"]].sort(),
    );
  });
});

/** As `transfer` and `mergeTokenAccounts` of the package do, which go on to send the transaction. */
async function build(rpc: Rpc, inputs: ParsedTokenAccount[]): Promise<number> {
  const { owner, mint } = inputs[0]!.parsed;
  const hashes = inputs.map(({ compressedAccount: { hash } }) => hash);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- applications still call it
  const merging = await rpc.getValidityProof(hashes);
  const [merger] = await CompressedTokenProgram.mergeTokenAccounts({
    ...{ payer: owner, owner, mint, inputCompressedTokenAccounts: inputs },
    recentValidityProof: merging.compressedProof,
    recentInputStateRootIndices: merging.rootIndices,
  });
  const proof = await rpc.getValidityProofV0(
    inputs.map(({ compressedAccount: { hash, treeInfo } }) => ({
      ...{ hash, tree: treeInfo.tree, queue: treeInfo.queue },
    })),
  );
  const transfer = await CompressedTokenProgram.transfer({
    payer: owner,
    inputCompressedTokenAccounts: inputs,
    toAddress: mint,
    amount: inputs[0]!.parsed.amount,
    recentValidityProof: proof.compressedProof,
    recentInputStateRootIndices: proof.rootIndices,
  });
  for (const { data } of [merger!, transfer]) {
    // The package has types of its own for buffers.
    const said = decodeTransferInstructionData(data as never);
    assert.equal(said.inputTokenDataWithContext.length, inputs.length);
  }
  return 1;
}

/** Pays the full amount and one token less, with every selection function of the package. Each throws if it fails. */
function choose(accounts: ParsedTokenAccount[]): number {
  const all = accounts.reduce((sum, a) => sum.add(a.parsed.amount), bn(0));
  if (all.isZero() || accounts.length > 4) return 0;
  for (const amount of [all, all.subn(1)].filter((a) => !a.isZero())) {
    const selections = [
      selectMinCompressedTokenAccountsForTransfer(accounts, amount)[0],
      selectSmartCompressedTokenAccountsForTransfer(accounts, amount)[0],
      selectMinCompressedTokenAccountsForDecompression(accounts, amount)
        .selectedAccounts,
      selectTokenAccountsForApprove(accounts, amount)[0],
    ];
    for (const selected of selections) {
      const sum = selected.reduce((s, a) => s.add(a.parsed.amount), bn(0));
      assert.ok(sum.gte(amount));
    }
  }
  return 1;
}

/** The package refuses to mix trees of V1 and V2 in one payment. */
function payableTogether(items: ParsedTokenAccount[]): ParsedTokenAccount[][] {
  const groups = Map.groupBy(
    items,
    ({ parsed, compressedAccount: { treeInfo } }) =>
      `${parsed.mint.toBase58()} ${treeInfo.treeType}`,
  );
  return [...groups.values()];
}
