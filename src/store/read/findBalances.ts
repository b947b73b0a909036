import { encodeBase58 } from "../../codecs/base58.ts";
import { decodeU128 } from "../../codecs/bigEndian.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { Page } from "../page.ts";
import { lamportBalances, tokenBalances } from "../schema/tables.ts";

/** Returns a row with the slot even if there is no balance. */
const ALWAYS =
  "select (select coalesce(max(slot), 0) from blocks), b.* from (select 1 as always) as one left join";

export async function findLamports(
  reading: Reading,
  owner: Address,
): Promise<{ slot: Slot; lamports: bigint }> {
  const sql = reading.dialect.placeholders(
    `${ALWAYS} (select amount from ${lamportBalances.name} where owner = ?) as b on true`,
  );
  const [row] = await reading.all(sql, [owner]);
  const amount = row![1] as Uint8Array | null;
  return { slot: row![0] as Slot, lamports: amount ? decodeU128(amount) : 0n };
}

export interface TokenBalancesRequest {
  readonly owner: Address;
  readonly mint: Address | null;
  readonly after: Uint8Array | null;
  readonly limit: number;
}

/** Balances are stored as sums, not as rendered items, so their page is rendered here. */
export async function tokenBalancesByOwner(
  reading: Reading,
  { owner, mint, after, limit }: TokenBalancesRequest,
): Promise<Page> {
  const sql = reading.dialect.placeholders(
    `${ALWAYS} (select mint, amount from ${tokenBalances.name}
       where owner = ? and mint > ? ${mint ? "and mint = ?" : ""} order by mint ${reading.dialect.limit}) as b on true order by b.mint`,
  );
  const only = mint ? [mint] : [];
  const rows = await reading.all(sql, [
    owner,
    after ?? new Uint8Array(0),
    ...only,
    limit,
  ]);
  const balances = rows.filter((row) => row[1] !== null);
  const full = balances.length === limit && limit > 0;
  return {
    slot: rows[0]![0] as Slot,
    items: balances.map((row) => renderBalance(row.slice(1))).join(","),
    count: balances.length,
    cursor: full ? (balances.at(-1)![1] as Uint8Array) : null,
    trees: null,
  };
}

function renderBalance([mint, amount]: readonly unknown[]): string {
  const balance = decodeU128(amount as Uint8Array);
  return `{"mint":"${encodeBase58(mint as Uint8Array)}","balance":${balance}}`;
}
