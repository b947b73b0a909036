// How far back the lists can be read.
import type { HistoryKept } from "../../domain/historyKept.ts";
import { DEFAULT_SLOT_MS } from "../../domain/lag.ts";
import type { Slot } from "../../domain/values.ts";
import type { Connection, Reading } from "../connection.ts";
import { readFact } from "../write/facts.ts";
import { facts } from "../schema/tables.ts";

/** Undoing a block requires the rows that lists lost in it, and blocks of this many slots can be undone. */
export const FEWEST_SLOTS = 512;

export const HISTORY_FROM = "history_from";
export const BALANCES_FROM = "balances_from";
export const HISTORY_REBUILD = "history_rebuild";
/** The setting that the last rebuild was considered for. */
export const HISTORY_SETTING = "history_setting";

/** The first slot whose lists can still be read: past rows that ended there or before are deleted. */
export async function readHistoryFrom(reading: Reading): Promise<Slot> {
  return Number((await readFact(reading, HISTORY_FROM)) ?? 0);
}

/** The first slot whose balances are known: stores of older versions did not keep the changes before. */
export async function readBalancesFrom(reading: Reading): Promise<Slot> {
  return Number((await readFact(reading, BALANCES_FROM)) ?? 0);
}

/** A rebuild that is under way: down to which slot, of which table, and the key of the last row it has dealt with. */
export interface Rebuild {
  readonly to: Slot;
  readonly of: "accounts" | "token_balances";
  /** Hexadecimal. */
  readonly after: readonly string[];
}

export async function readRebuild(reading: Reading): Promise<Rebuild | null> {
  const text = await readFact(reading, HISTORY_REBUILD);
  return text === null ? null : (JSON.parse(text) as Rebuild);
}

/** Past rows that ended at this slot or before are not written. */
export async function keepFrom(reading: Reading): Promise<Slot> {
  const rebuild = await readRebuild(reading);
  return rebuild?.to ?? (await readHistoryFrom(reading));
}

/** The slot from which lists are kept; 0 for all of them. */
export async function wantedFrom(
  reading: Reading,
  head: Slot,
  kept: HistoryKept,
): Promise<Slot> {
  if (kept === "all") return 0;
  const slots =
    "slots" in kept
      ? kept.slots
      : Math.ceil((kept.seconds * 1000) / (await slotMs(reading)));
  return Math.max(head - Math.max(slots, FEWEST_SLOTS), 0);
}

/** Number of blocks for measuring the slot time: about an hour. */
const MEASURED_SLOTS = 10_000;
const LONGEST_MS = 10_000;

async function slotMs(reading: Reading): Promise<number> {
  const rows = await reading.all(
    `select slot, block_time from blocks where slot in (
       (select max(slot) from blocks),
       (select max(slot) from blocks where slot <= (select max(slot) from blocks) - ${MEASURED_SLOTS}))
     order by slot`,
    [],
  );
  const [first, last] = rows as readonly [Slot, number | null][];
  if (!first?.[1] || !last?.[1]) return DEFAULT_SLOT_MS;
  const ms = (1000 * (last[1] - first[1])) / (last[0] - first[0]);
  return ms > 0 && ms < LONGEST_MS ? ms : DEFAULT_SLOT_MS;
}

/** The bound moves in steps, so that most blocks need not write it and a sweep removes many rows. */
const stepOf = (head: Slot, from: Slot) =>
  Math.max(64, Math.floor((head - from) / 16));

/** Moves the bound forward when the new head is a step of slots ahead. Returns the new result of `keepFrom`. */
export async function advanceHistory(
  connection: Connection,
  head: Slot,
  kept: HistoryKept,
): Promise<Slot> {
  const rebuild = await readRebuild(connection);
  const from = await readHistoryFrom(connection);
  if (kept === "all") return rebuild?.to ?? from;
  const wanted = await wantedFrom(connection, head, kept);
  const isDue = (bound: Slot) => wanted - bound >= stepOf(head, wanted);
  if (isDue(from))
    await connection.upsertMany(facts, [[HISTORY_FROM, String(wanted)]]);
  if (!rebuild) return isDue(from) ? wanted : from;
  if (!isDue(rebuild.to)) return rebuild.to;
  const moved = JSON.stringify({ ...rebuild, to: wanted });
  await connection.upsertMany(facts, [[HISTORY_REBUILD, moved]]);
  return wanted;
}
