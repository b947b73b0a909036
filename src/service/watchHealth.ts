import type { LagBound } from "../domain/lag.ts";
import { Health, newestByAge } from "../ingest/health.ts";
import { SLOT_WINDOW, SlotTime, type TimedBlock } from "../ingest/slotTime.ts";
import { readFact } from "../store/write/facts.ts";
import type { Store } from "../store/open.ts";
import type { Reader } from "../store/reader.ts";
import type { ChosenSource } from "./indexing/openSource.ts";

export interface HealthFlags {
  readonly "max-lag": LagBound;
}

const LOOK_EVERY_MS = 1_000;
/** A window of a thousand slots changes little in this time. */
const MEASURE_EVERY_MS = 10_000;

/** Another process indexes, and only its own readiness shows the cause. */
const NOT_WRITTEN =
  "the process that indexes has stopped, is behind, or cannot write (see its /readiness)";

/**
 * The health of the index: relative to the tip of the chain in the indexing process, else by the age of the newest
 * block.
 */
export async function watchHealth(
  { "max-lag": maxLag }: HealthFlags,
  chosen: ChosenSource | null,
  { reader, writer }: Store,
  signal: AbortSignal,
  slotTime = new SlotTime(),
): Promise<Health> {
  let head = await measureSlots(reader, slotTime);
  const { live = null } = chosen?.source ?? {};
  // A recording never grows, so its age says nothing.
  const recorded = (await readFact(reader, "chain"))?.startsWith("file:");
  const slotMs = () => slotTime.milliseconds;
  const newest =
    writer || recorded
      ? () => live?.newest() ?? null
      : newestByAge(() => head, slotMs);
  const trouble = chosen?.trouble ?? (() => null);
  const health = new Health({
    ...{ maxLag, newest, trouble, slotMs },
    ...(!writer && { probableCause: NOT_WRITTEN }),
  });
  if (head) health.wrote(head.slot);
  const note = (newest: TimedBlock | null): void => {
    head = newest;
    if (newest && !writer) health.wrote(newest.slot);
  };
  const look = async (): Promise<void> => {
    note(await measureSlots(reader, slotTime));
  };
  const stopNoting = writer ? undefined : reader.onHead?.(note);
  const every = writer || stopNoting ? MEASURE_EVERY_MS : LOOK_EVERY_MS;
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // Write failures are recorded by the indexing loop.
      if (!writer) health.reportTrouble((error as Error).message);
    });
  }, every).unref();
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    stopNoting?.();
  });
  return health;
}

/** Measures the slots before the newest block, and returns that block. */
async function measureSlots(
  reader: Reader,
  slotTime: SlotTime,
): Promise<TimedBlock | null> {
  const newest = await readBlock(reader, "order by slot desc", []);
  if (!newest) return null;
  const from = newest.slot - SLOT_WINDOW;
  const oldest = await readBlock(reader, "where slot >= ? order by slot", [
    from,
  ]);
  if (oldest) slotTime.measure(oldest, newest);
  return newest;
}

async function readBlock(
  reader: Reader,
  which: string,
  params: readonly number[],
): Promise<TimedBlock | null> {
  const [row] = await reader.all(
    `select slot, block_time from blocks ${which} limit 1`,
    params,
  );
  if (!row) return null;
  return { slot: row[0] as number, blockTime: row[1] as number | null };
}
