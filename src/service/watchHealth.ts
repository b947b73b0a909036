import { Health, newestByAge } from "../ingest/health.ts";
import type { Slot } from "../domain/values.ts";
import { readFact } from "../store/write/facts.ts";
import type { Store } from "../store/open.ts";
import type { Reader } from "../store/reader.ts";
import type { ChosenSource } from "./indexing/openSource.ts";

export interface HealthFlags {
  readonly "max-lag": number;
}

const LOOK_EVERY_MS = 1_000;

/** The health of the index: compared with the tip of the chain in the process that indexes, else by the age of the newest block. */
export async function watchHealth(
  { "max-lag": maxLag }: HealthFlags,
  chosen: ChosenSource | null,
  { reader, writer }: Store,
  signal: AbortSignal,
): Promise<Health> {
  let head = await readNewest(reader);
  const { live = null } = chosen?.source ?? {};
  // A recording is as old as it is.
  const recorded = (await readFact(reader, "chain"))?.startsWith("file:");
  const newest =
    writer || recorded ? () => live?.newest() ?? null : newestByAge(() => head);
  const trouble = chosen?.trouble ?? (() => null);
  const health = new Health({ maxLag, newest, trouble });
  if (head) health.wrote(head.slot);
  if (writer) return health;
  const look = async (): Promise<void> => {
    head = await readNewest(reader);
    if (head) health.wrote(head.slot);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      health.stumbled((error as Error).message);
    });
  }, LOOK_EVERY_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
  });
  return health;
}

async function readNewest(
  reader: Reader,
): Promise<{ slot: Slot; blockTime: number | null } | null> {
  const [row] = await reader.all(
    "select slot, block_time from blocks order by slot desc limit 1",
    [],
  );
  if (!row) return null;
  return { slot: row[0] as Slot, blockTime: row[1] as number | null };
}
