import { encodeBase58 } from "../../codecs/base58.ts";
import type { Reading } from "../../store/connection.ts";
import {
  compareLamports,
  compareTokens,
  type ComparedBalance,
} from "../../store/verify/compareBalances.ts";
import { counted } from "../indexing/progress.ts";
import type { VerifyOutput } from "./finding.ts";

const KINDS = [
  { name: "lamports", compare: compareLamports },
  { name: "tokens", compare: compareTokens },
] as const;

/** Checks every balance against the sum over the owner's unspent accounts. */
export async function verifyBalances(
  reading: Reading,
  output: VerifyOutput,
): Promise<void> {
  for (const { name, compare } of KINDS) {
    let balances = 0;
    let wrong = 0;
    for await (const balance of compare(reading)) {
      balances++;
      if (balance.stored !== balance.sum) {
        wrong++;
        output.found({
          ok: false,
          part: "balance",
          ...describe(balance, name),
        });
      }
      if (balances % 1000 === 0)
        output.progress(`balances of ${name}`, balance.key[0]! / 256);
    }
    if (wrong > 0) continue;
    const text = `${counted(balances, "balance")} of ${name}: the sums of the accounts agree`;
    output.found({ ok: true, part: "balance", subject: null, text });
  }
}

function describe({ key, stored, sum }: ComparedBalance, name: string) {
  const [owner, mint] = [key.subarray(0, 32), key.subarray(32)];
  const of = mint.length > 0 ? `tokens of mint ${encodeBase58(mint)}` : name;
  return {
    subject: encodeBase58(owner),
    text: `${stored} ${of} are stored, and its unspent accounts have ${sum}`,
  };
}
