import { encodeBase58 } from "../../codecs/base58.ts";
import type { Reading } from "../../store/connection.ts";
import { readBalancesFrom } from "../../store/past/kept.ts";
import {
  compareLamportChanges,
  compareLamports,
  compareTokenChanges,
  compareTokens,
  type ComparedBalance,
} from "../../store/verify/compareBalances.ts";
import { hasRunningBalances } from "../../store/write/missingBlocks.ts";
import { counted } from "../indexing/progress.ts";
import type { VerifyOutput } from "./finding.ts";

const OF_ACCOUNTS = [
  { name: "lamports", compare: compareLamports, by: "unspent accounts" },
  { name: "tokens", compare: compareTokens, by: "unspent accounts" },
] as const;
const OF_CHANGES = [
  { name: "lamports", compare: compareLamportChanges, by: "changes" },
  { name: "tokens", compare: compareTokenChanges, by: "changes" },
] as const;

/** Checks every balance against the sums over the owner's unspent accounts and over its changes. */
export async function verifyBalances(
  reading: Reading,
  output: VerifyOutput,
): Promise<void> {
  // Stores of older versions did not keep the first changes.
  const hasChanges = (await readBalancesFrom(reading)) === 0;
  const kinds = hasChanges ? [...OF_ACCOUNTS, ...OF_CHANGES] : OF_ACCOUNTS;
  const areRunning = await hasRunningBalances(reading);
  for (const { name, compare, by } of kinds) {
    let balances = 0;
    let wrong = 0;
    for await (const balance of compare(reading)) {
      balances++;
      const faults = [sumFault(balance, name, by)];
      if (areRunning) faults.push(afterFault(balance, name));
      for (const text of faults) {
        if (text === null) continue;
        wrong++;
        const subject = encodeBase58(balance.key.subarray(0, 32));
        output.found({ ok: false, part: "balance", subject, text });
      }
      if (balances % 1000 === 0)
        output.progress(`balances of ${name}`, balance.key[0]! / 256);
    }
    if (wrong > 0) continue;
    const text = `${counted(balances, "balance")} of ${name}: the sums of the ${by} agree`;
    output.found({ ok: true, part: "balance", subject: null, text });
  }
}

function sumFault(
  { key, stored, sum }: ComparedBalance,
  name: string,
  by: string,
): string | null {
  if (stored === sum) return null;
  const verb = by === "changes" ? "add up to" : "have";
  return `${stored} ${kindOf(key, name)} are stored, and its ${by} ${verb} ${sum}`;
}

function afterFault(
  { key, wrongAfter }: ComparedBalance,
  name: string,
): string | null {
  if (wrongAfter === 0) return null;
  return `after ${counted(wrongAfter, "change")} of its ${kindOf(key, name)} another balance is stored than the sum up to there`;
}

function kindOf(key: Uint8Array, name: string): string {
  const mint = key.subarray(32);
  return mint.length > 0 ? `tokens of mint ${encodeBase58(mint)}` : name;
}
