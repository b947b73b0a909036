/* eslint @typescript-eslint/no-unsafe-assignment: off, @typescript-eslint/no-unsafe-call: off,
   @typescript-eslint/no-unsafe-member-access: off, @typescript-eslint/no-unsafe-return: off,
   @typescript-eslint/no-unsafe-argument: off -- the numbers of these packages come from bn.js, which has no types */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  selectMinCompressedTokenAccountsForDecompression,
  selectMinCompressedTokenAccountsForTransfer,
  selectSmartCompressedTokenAccountsForTransfer,
  selectTokenAccountsForApprove,
} from "@lightprotocol/compressed-token";
import {
  bn,
  createRpc,
  type ParsedTokenAccount,
} from "@lightprotocol/stateless.js";
import { PublicKey } from "@solana/web3.js";
import { CALLED_BY } from "./calls.ts";
import { withServedChain } from "./servedChain.ts";

test("compressed-token selects input accounts from the served lists", async () => {
  await withServedChain("programs-400", async ({ url, called, paramsOf }) => {
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
    assert.deepEqual([...called], [...CALLED_BY["compressed-token"]]);
  });
});

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
