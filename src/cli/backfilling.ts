import type { Slot } from "../domain/values.ts";
import { backfill, type BackfillParts, findGaps } from "../ingest/backfill.ts";
import { supervise } from "../ingest/supervise.ts";
import type { SlotRange } from "../store/ranges.ts";
import type { Writer } from "../store/writer.ts";
import { mayPass, openTrees, retriedIn } from "./indexing.ts";
import type { ChosenSource } from "./openSource.ts";
import { Progress } from "./progress.ts";
import type { Screen } from "./screen.ts";

export interface Backfilling {
  readonly writer: Writer;
  readonly chosen: ChosenSource;
  readonly verify: boolean;
  readonly screen: Screen;
  /** Without them: from the chain's beginning to what is indexed. */
  readonly from: Slot | null;
  readonly to: Slot | null;
}

/** Fills in what the store lacks, saying how far it is. */
export async function fillIn(
  filling: Backfilling,
  signal: AbortSignal,
): Promise<void> {
  const { writer, chosen, verify, screen } = filling;
  const wanted = await whatToFill(filling, signal);
  const gaps = await findGaps(writer, wanted);
  const slots = gaps.reduce((sum, gap) => sum + sizeOf(gap), 0);
  if (slots === 0) {
    screen.say("backfill nothing is missing");
    return;
  }
  screen.say(`backfill ${slots} slots that are missing`, { slots });
  let filled = 0;
  const progress = new Progress(
    { progress: () => ({ at: filled, of: slots }) },
    screen,
  );
  const { source } = chosen;
  const { accounts } = source;
  const onProgress: BackfillParts["onProgress"] = (batch, range) => {
    filled += sizeOf(range);
    progress.add(batch);
  };
  const onMisfit = ({ message }: Error): void => {
    screen.status(`asking the node again: ${message}`);
  };
  const told = { onProgress, onMisfit };
  await supervise(
    async (alive) => {
      const trees = await openTrees({ writer, accounts, screen }, alive);
      const parts = { source, writer, verify, ...trees, ...told };
      await backfill(parts, wanted, alive);
    },
    {
      progress: () => filled,
      behind: () => false, // a node that says nothing is waited for
      mayPass,
      onRestart: (err, pauseMs) => {
        screen.error({ err }, `backfilling stopped, ${retriedIn(pauseMs)}`);
      },
    },
    signal,
  );
  screen.say(`backfill ${progress.summary()}`, progress.totals());
}

async function whatToFill(
  { from, to, chosen }: Backfilling,
  signal: AbortSignal,
): Promise<SlotRange> {
  const first = from ?? (await chosen.startAfter(signal)) + 1;
  return { first, last: to ?? Infinity };
}

function sizeOf({ first, last }: SlotRange): number {
  return last - first + 1;
}
