import { decodeU128, encodeU128 } from "../../../codecs/bigEndian.ts";
import { mapKey } from "../../../codecs/bytes.ts";
import type { Address, Slot } from "../../../domain/values.ts";
import type { Connection, Row } from "../../connection.ts";
import { mintNames, mintTotals } from "../../schema/tables.ts";
import type { Settled } from "./balanceRows.ts";
import type { Changes } from "../changes.ts";
import type { Counts } from "../counts.ts";
import type { MintCounts } from "./mintTransactions.ts";

/** What a batch adds to the totals of a mint. */
interface Delta {
  readonly mint: Address;
  supply: bigint;
  holders: number;
  accounts: number;
  since: Slot;
}

/** The stored totals, by mint. */
export async function readTotals(
  connection: Connection,
  mints: readonly Address[],
): Promise<Map<string, Row>> {
  const keys = mints.map((mint) => [mint]);
  const stored = new Map<string, Row>();
  for (const row of await connection.findMany(mintTotals, keys))
    stored.set(mapKey(row[0] as Uint8Array), row);
  return stored;
}

/** Adds the changed balances of a batch, and the transactions that changed them, to the totals of their mints. */
export function settleMints(
  to: { readonly changes: Changes; readonly counts: Counts },
  settled: readonly Settled[],
  transactions: MintCounts,
  stored: ReadonlyMap<string, Row>,
): void {
  for (const [id, delta] of sumByMint(settled))
    settleMint(to, delta, transactions.get(id) ?? 0, stored.get(id));
}

function sumByMint(settled: readonly Settled[]): Map<string, Delta> {
  const deltas = new Map<string, Delta>();
  for (const { key, before, after, accounts, since } of settled) {
    const mint = key[1] as Address;
    const id = mapKey(mint);
    let sum = deltas.get(id);
    if (!sum) {
      const none = { supply: 0n, holders: 0, accounts: 0, since: Infinity };
      deltas.set(id, (sum = { mint, ...none }));
    }
    sum.supply += after - before;
    sum.holders += Number(after > 0n) - Number(before > 0n);
    sum.accounts += accounts;
    sum.since = Math.min(sum.since, since);
  }
  return deltas;
}

function settleMint(
  { changes, counts }: { readonly changes: Changes; readonly counts: Counts },
  { mint, supply, holders, accounts, since }: Delta,
  transactions: number,
  stored: Row | undefined,
): void {
  const [, sum, held, before, seen] = (stored ?? NONE) as StoredRow;
  const total = seen + accounts;
  if (!stored && total > 0) {
    counts.add("mints", 1);
    const unknown = [null, null, null, null, null, null];
    changes.put(mintNames, [mint, ...unknown, 0 - since]);
  }
  if (total === 0) {
    if (stored) counts.add("mints", -1);
    changes.remove(mintTotals, [mint]);
    changes.remove(mintNames, [mint]);
    return;
  }
  changes.put(mintTotals, [
    mint,
    encodeU128(decodeU128(sum) + supply),
    held + holders,
    before === null ? null : before + transactions,
    total,
  ]);
}

type StoredRow = readonly [null, Uint8Array, number, number | null, number];
const NONE: StoredRow = [null, encodeU128(0n), 0, 0, 0];
