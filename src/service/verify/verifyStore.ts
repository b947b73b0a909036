import type { AccountReader } from "../../ingest/source/accounts.ts";
import type { Reader } from "../../store/reader.ts";
import { readFact } from "../../store/write/facts.ts";
import type { VerifyOutput } from "./finding.ts";
import { verifyAccounts } from "./verifyAccounts.ts";
import { verifyBalances } from "./verifyBalances.ts";
import { verifyLists } from "./verifyLists.ts";
import { verifyTrees } from "./verifyTrees.ts";

/**
 * Checks all derived data in a store, and its roots against the chain, in one snapshot, so that indexing can continue.
 */
export function verifyStore(
  reader: Reader,
  accounts: AccountReader | null,
  output: VerifyOutput,
  signal: AbortSignal,
): Promise<void> {
  return reader.snapshot(async (reading) => {
    // Such a store lacks the leaves of earlier accounts.
    const missing = await readFact(reading, "trees_missing_to");
    await verifyAccounts(reading, { withLeaves: missing === null }, output);
    await verifyBalances(reading, output);
    await verifyLists(reading, output);
    await verifyTrees(reading, accounts, output, signal);
  });
}
