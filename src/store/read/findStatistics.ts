import { decodeU64 } from "../../codecs/bigEndian.ts";
import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { Reader } from "../reader.ts";
import { slotPosition } from "../schema/positions.ts";
import {
  blocks,
  counts,
  transactionCounts,
  transactions,
  trees,
} from "../schema/tables.ts";
import { oneSnapshot } from "../trees/oneSnapshot.ts";
import { type Counted, WIDTHS } from "../write/counts.ts";
import { findTopMints, type FoundMint } from "./findMints.ts";

export interface StatisticsRequest {
  readonly topMints: number;
  /** The largest number of points of the chart, at least 2. */
  readonly points: number;
  /** The slots of the chart, both included; null for the first and last block. */
  readonly fromSlot: Slot | null;
  readonly toSlot: Slot | null;
}

export interface Statistics {
  readonly slot: Slot;
  readonly firstSlot: Slot | null;
  readonly counts: ReadonlyMap<Counted, number>;
  readonly trees: number;
  readonly topMints: readonly FoundMint[];
  readonly width: number;
  readonly chart: readonly ChartPoint[];
}

export interface ChartPoint {
  readonly slot: Slot;
  /** Of the first block at or after the slot. */
  readonly blockTime: number | null;
  readonly transactions: number;
}

/** Reads a bounded number of rows, however many the store has. */
export async function findStatistics(
  reader: Reader,
  request: StatisticsRequest,
): Promise<Statistics> {
  return oneSnapshot(reader, 0, async (reading) => {
    const [ends] = await reading.all(
      `select (select min(slot) from ${blocks.name}), (select max(slot) from ${blocks.name}), (select count(*) from ${trees.name})`,
      [],
    );
    const [first, last] = ends as readonly [Slot | null, Slot | null];
    const found = await reading.all(
      `select name, value from ${counts.name}`,
      [],
    );
    const from = Math.max(request.fromSlot ?? 0, first ?? 0);
    const to = Math.min(request.toSlot ?? Infinity, last ?? -1);
    return {
      slot: last ?? 0,
      firstSlot: first,
      counts: new Map(found.map(([name, n]) => [name as Counted, Number(n)])),
      trees: Number(ends![2]),
      topMints:
        request.topMints > 0
          ? await findTopMints(reading, request.topMints)
          : [],
      ...(await findChart(reading, from, to, request.points)),
    };
  });
}

/** Transactions that are counted one by one where the stored counts are too coarse. */
const MOST_COUNTED = 10_000;

async function findChart(
  reading: Reading,
  from: Slot,
  to: Slot,
  points: number,
): Promise<Pick<Statistics, "width" | "chart">> {
  if (from > to) return { width: 0, chart: [] };
  // One point less, because the first one begins before the range.
  const wanted = Math.ceil((to - from + 1) / (points - 1));
  const stored = WIDTHS.findLast((width) => width <= wanted) ?? WIDTHS[0];
  const counted = await storedCounts(reading, stored, from, to);
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  if (wanted < stored && total <= MOST_COUNTED) {
    const bySlot = await countBySlot(reading, from, to);
    return chartOf(reading, bySlot, { from, to, width: wanted });
  }
  const width = stored * Math.ceil(wanted / stored);
  return chartOf(reading, counted, { from, to, width });
}

type SlotCounts = readonly (readonly [Slot, number])[];

/** The counts that a point needs are added up: at most 32, because the next width has that many. */
async function storedCounts(
  reading: Reading,
  width: number,
  from: Slot,
  to: Slot,
): Promise<SlotCounts> {
  const rows = await reading.all(
    `select first_slot, transactions from ${transactionCounts.name} where width = ? and first_slot > ? and first_slot <= ?`,
    [width, from - width, to],
  );
  return rows as unknown as SlotCounts;
}

async function countBySlot(
  reading: Reading,
  from: Slot,
  to: Slot,
): Promise<SlotCounts> {
  const rows = await reading.all(
    `select substr(position, 1, 8), count(*) from ${transactions.name} where position >= ? and position < ? group by substr(position, 1, 8)`,
    [slotPosition(from), slotPosition(to + 1)],
  );
  return rows.map(([slot, count]) => [
    Number(decodeU64(slot as Uint8Array)),
    Number(count),
  ]);
}

interface ChartRange {
  readonly from: Slot;
  readonly to: Slot;
  readonly width: number;
}

/** Points begin at multiples of their width, so that a chart does not change its shape with each block. */
async function chartOf(
  reading: Reading,
  counted: SlotCounts,
  { from, to, width }: ChartRange,
): Promise<Pick<Statistics, "width" | "chart">> {
  const sums = new Map<Slot, number>();
  for (let slot = from - (from % width); slot <= to; slot += width)
    sums.set(slot, 0);
  for (const [slot, count] of counted) {
    const point = slot - (slot % width);
    sums.set(point, sums.get(point)! + count);
  }
  return { width, chart: await withTimes(reading, sums) };
}

async function withTimes(
  reading: Reading,
  sums: ReadonlyMap<Slot, number>,
): Promise<ChartPoint[]> {
  const slots = [...sums.keys()];
  const { integer } = reading.dialect.types;
  const values = slots.map(() => `(cast(? as ${integer}))`).join(", ");
  const rows = await reading.all(
    `select column1, (select b.block_time from ${blocks.name} b where b.slot >= column1 order by b.slot limit 1)
       from (values ${values}) as points order by column1`,
    slots,
  );
  return rows.map(([slot, blockTime]) => ({
    slot: slot as Slot,
    blockTime: blockTime as number | null,
    transactions: sums.get(slot as Slot)!,
  }));
}
