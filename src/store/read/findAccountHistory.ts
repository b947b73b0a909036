import type { Hash, Signature, Slot } from "../../domain/values.ts";
import { renderSignature } from "../../render/signature.ts";
import type { Reading, Row } from "../connection.ts";

/** The transactions that spent and created an account, newest first; empty if the account is unknown. */
export async function findAccountHistory(
  reading: Reading,
  hash: Hash,
): Promise<{ slot: Slot; items: string[] }> {
  const sql = `select (select coalesce(max(slot), 0) from blocks),
       a.spent_by, a.spent_slot, spent.block_time, a.created_by, a.slot_created, made.block_time
     from (select 1 as always) as one
     left join accounts a on a.hash = ?
     left join blocks spent on spent.slot = a.spent_slot
     left join blocks made on made.slot = a.slot_created`;
  const [row] = await reading.all(sql, [hash]);
  const items = [row!.slice(1, 4), row!.slice(4)].flatMap(itemOf);
  // The same transaction may create and spend an account.
  return { slot: row![0] as Slot, items: [...new Set(items)] };
}

function itemOf([signature, slot, blockTime]: Row): string[] {
  if (!signature) return [];
  return [
    renderSignature(
      signature as Signature,
      slot as Slot,
      blockTime as number | null,
    ),
  ];
}
