import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { listRanges } from "../write/ranges.ts";
import { facts } from "../schema/tables.ts";
import { BALANCES_FROM, HISTORY_FROM } from "./kept.ts";

/** A slot and, if the caller gave it, the hash of the last block up to it. */
export interface AtSlot {
  readonly slot: Slot;
  readonly blockhash: string | null;
}

/** What an answer at a slot needs: blocks only, what lists of accounts held, the list of holders, or balances. */
export type Needed = "blocks" | "lists" | "holders" | "balances";

export type SlotCheck =
  | { readonly known: true; readonly head: Slot }
  /** `why` is null for a slot after the last indexed one. */
  | {
      readonly known: false;
      readonly head: Slot;
      readonly why: string | null;
    };

/** Whether the state at a slot can be read from this snapshot. */
export async function checkSlot(
  reading: Reading,
  { slot, blockhash }: AtSlot,
  needed: Needed,
): Promise<SlotCheck> {
  const [row] = await reading.all(
    `select (select max(slot) from blocks),
         (select max(last_slot) from ranges where first_slot <= ?),
         (select blockhash from blocks where slot <= ? order by slot desc limit 1),
         (select value from ${facts.name} where name = '${HISTORY_FROM}'),
         (select value from ${facts.name} where name = '${BALANCES_FROM}'),
         ${reading.dialect.distributed}`,
    [slot, slot],
  );
  const newest = row![0] as Slot | null;
  const keptFrom = {
    lists: Number(row![3] ?? 0),
    balances: Number(row![4] ?? 0),
  };
  const head = newest ?? 0;
  if (newest === null || slot > head) return { known: false, head, why: null };
  const unknown = (why: string) => ({ known: false, head, why }) as const;
  if (Number(row![5]) === 1) return unknown(DISTRIBUTED);
  if (((row![1] as Slot | null) ?? -1) < slot)
    return unknown(
      `slot ${slot} is not indexed; indexed: ${await indexedSlots(reading)}`,
    );
  const from = FROM[needed](keptFrom);
  if (slot < from)
    return unknown(
      `slot ${slot} is older than what is kept: slots ${from} to ${head}`,
    );
  if (blockhash !== null && row![2] !== blockhash)
    return unknown(
      `the last block at slot ${slot} is ${String(row![2])}, not ${blockhash}`,
    );
  return { known: true, head };
}

interface KeptFrom {
  readonly lists: Slot;
  readonly balances: Slot;
}

const FROM: Record<Needed, (kept: KeptFrom) => Slot> = {
  blocks: () => 0,
  lists: ({ lists }) => lists,
  holders: ({ lists, balances }) => Math.max(lists, balances),
  balances: ({ balances }) => balances,
};

/** The servers commit a batch one after the other, so several statements may read different slots. */
const DISTRIBUTED =
  "this index is spread over several servers, where only the present can be read: leave out atSlot";

/** Gaps between ranges are few, but the message is limited in any case. */
const MOST_RANGES = 3;

async function indexedSlots(reading: Reading): Promise<string> {
  const ranges = (await listRanges(reading)).slice(-MOST_RANGES);
  return ranges
    .map(({ first, last }) => `slots ${first} to ${last}`)
    .join(" and ");
}
