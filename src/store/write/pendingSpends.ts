import { mapKey } from "../../codecs/bytes.ts";
import type { Hash, Signature, Slot } from "../../domain/values.ts";
import type { Connection, Row } from "../connection.ts";
import {
  nullifierToRow,
  rowToNullifier,
  type Spend,
} from "../schema/accountRow.ts";
import { transactionPosition } from "../schema/positions.ts";
import { pendingSpends } from "../schema/tables.ts";
import type { Changes } from "./changes.ts";
import type { ListedTransaction } from "./histories.ts";

/** A spend of an account that is not indexed yet, with its transaction's list item. */
export interface PendingSpend {
  readonly spend: Spend;
  readonly by: ListedTransaction;
}

/** Older versions did not keep the place. Such a spend is in no history of balances. */
export const UNKNOWN_PLACE = -1;

/** Spends whose accounts are not indexed yet: blocks before them are missing. */
export class PendingSpends {
  readonly #changes: Changes;
  readonly #byHash = new Map<string, PendingSpend>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Loads the stored ones of these accounts. */
  async load(connection: Connection, keys: readonly Row[]): Promise<void> {
    for (const row of await findPending(connection, keys))
      this.#byHash.set(mapKey(row[0] as Hash), rowToPending(row));
  }

  add(hash: Hash, pending: PendingSpend): void {
    const { slot, signature, nullifier } = pending.spend;
    this.#byHash.set(mapKey(hash), pending);
    this.#changes.put(pendingSpends, [
      hash,
      slot,
      signature,
      pending.by.item,
      ...nullifierToRow(nullifier),
      pending.by.place,
    ]);
  }

  remove(hash: Hash): void {
    this.#byHash.delete(mapKey(hash));
    this.#changes.remove(pendingSpends, [hash]);
  }

  /** Removes and returns the spend of an account that is indexed now. */
  take(hash: Hash): PendingSpend | undefined {
    if (this.#byHash.size === 0) return undefined;
    const pending = this.#byHash.get(mapKey(hash));
    if (pending) this.remove(hash);
    return pending;
  }
}

function rowToPending(row: Row): PendingSpend {
  const slot = row[1] as Slot;
  const signature = row[2] as Signature;
  return {
    spend: { slot, signature, nullifier: rowToNullifier(row.slice(4, 6)) },
    by: {
      slot,
      signature,
      place: (row[6] as number | null) ?? UNKNOWN_PLACE,
      position: transactionPosition(slot, signature),
      item: row[3] as string,
    },
  };
}

/** If a chain is indexed in order, no spend ever waits, and one query shows it. */
async function findPending(
  connection: Connection,
  keys: readonly Row[],
): Promise<readonly Row[]> {
  const some = await connection.all(
    `select 1 from ${pendingSpends.name} limit 1`,
    [],
  );
  return some.length === 0 ? [] : connection.findMany(pendingSpends, keys);
}
