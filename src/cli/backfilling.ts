import type { Slot } from "../domain/values.ts";
import { backfill, findGaps } from "../ingest/backfill.ts";
import type { SlotRange } from "../store/ranges.ts";
import type { Writer } from "../store/writer.ts";
import { openTrees } from "./indexing.ts";
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
  const trees = await openTrees({ writer, accounts, screen }, signal);
  await backfill(
    {
      ...{ source, writer, verify, ...trees },
      onProgress: (batch, range) => {
        filled += sizeOf(range);
        progress.add(batch);
      },
      onMisfit: ({ message }) => {
        screen.status(`asking the node again: ${message}`);
      },
    },
    wanted,
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
