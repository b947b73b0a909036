import type { Address, Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { FoundAccounts } from "./findAccounts.ts";
import { findAccountsInSteps } from "./findManyAccounts.ts";
import { tokensByOwner } from "../schema/tables.ts";

/** The unspent token accounts of these owners and this mint, at most `most` per owner. */
export async function findTokensOf(
  reading: Reading,
  owners: readonly Address[],
  mint: Address,
  most: number,
): Promise<FoundAccounts> {
  const hashes: Hash[] = [];
  for (const owner of owners)
    hashes.push(...(await hashesOf(reading, owner, mint, most)));
  return findAccountsInSteps(reading, { hashes });
}

async function hashesOf(
  reading: Reading,
  owner: Address,
  mint: Address,
  most: number,
): Promise<Hash[]> {
  const last = Buffer.concat([mint, Buffer.alloc(32, 255)]);
  const sql = `select position from ${tokensByOwner.name}
     where key = ? and position >= ? and position <= ? order by position limit ${most}`;
  const rows = await reading.all(sql, [owner, mint, last]);
  return rows.map(
    ([position]) => (position as Uint8Array).subarray(-32) as Hash,
  );
}
