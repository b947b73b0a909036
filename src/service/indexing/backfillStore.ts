import { setImmediate as nextTurn } from "node:timers/promises";
import type { Slot } from "../../domain/values.ts";
import {
  backfill,
  type BackfillParts,
  findGaps,
} from "../../ingest/backfill.ts";
import { supervise, type Supervision } from "../../ingest/supervise.ts";
import type { SlotRange } from "../../store/write/ranges.ts";
import type { Writer } from "../../store/writer.ts";
import { isUnreachable, mayRecover, retriedIn } from "./failures.ts";
import { openTrees } from "./openTrees.ts";
import type { ChosenSource } from "./openSource.ts";
import { Progress } from "./progress.ts";
import type { ServeFlags } from "../../settings/serveFlags.ts";
import type { Reporter } from "../reporter.ts";

export interface Backfilling {
  readonly writer: Writer;
  readonly chosen: ChosenSource;
  readonly verify: boolean;
  readonly reporter: Reporter;
  /** Default: from the chain's beginning to the first indexed slot. */
  readonly from: Slot | null;
  readonly to: Slot | null;
}

/** Indexes the slots that the store lacks and reports the progress. */
export async function backfillStore(
  backfilling: Backfilling,
  signal: AbortSignal,
): Promise<void> {
  const { writer, chosen, verify, reporter } = backfilling;
  const wanted = await slotsToFill(backfilling, signal);
  const gaps = await findGaps(writer, wanted);
  const slots = gaps.reduce((sum, gap) => sum + sizeOf(gap), 0);
  if (slots === 0) {
    reporter.say("backfill nothing is missing");
    return computeRest(writer, signal);
  }
  reporter.say(`backfill ${slots} slots that are missing`, { slots });
  let filled = 0;
  const progress = new Progress(
    { progress: () => ({ at: filled, of: slots }) },
    reporter,
  );
  const onProgress: BackfillParts["onProgress"] = (batch, range) => {
    filled += sizeOf(range);
    progress.add(batch);
  };
  const onUnlinkedBlock = ({ message }: Error): void => {
    reporter.status(`asking the node again: ${message}`);
  };
  const { source } = chosen;
  const { accounts } = source;
  const parts = { source, writer, verify, onProgress, onUnlinkedBlock };
  await supervise(
    async (alive) => {
      const trees = await openTrees({ writer, accounts, reporter }, alive);
      await backfill({ ...parts, ...trees }, wanted, alive);
      await computeRest(writer, alive);
    },
    supervisionOf(reporter, () => filled),
    signal,
  );
  reporter.say(`backfill ${progress.summary()}`, progress.totals());
}

function supervisionOf(
  reporter: Reporter,
  progress: Supervision["progress"],
): Supervision {
  return {
    progress,
    behind: () => false, // a silent node is awaited without a limit
    mayRecover,
    isOutage: isUnreachable,
    onRestart: (err, pauseMs) => {
      reporter.error({ err }, `backfilling stopped, ${retriedIn(pauseMs)}`);
    },
  };
}

/**
 * Computes the nodes of trees and the balances that were unknown while blocks were missing. On a chain that rests, no
 * block comes with which the indexer would do it.
 */
async function computeRest(writer: Writer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await writer.refreshTrees())) await nextTurn();
  while (!signal.aborted && (await writer.makeRunningBalances()))
    await nextTurn();
}

async function slotsToFill(
  { from, to, chosen }: Backfilling,
  signal: AbortSignal,
): Promise<SlotRange> {
  const first = from ?? (await chosen.startAfter(signal)) + 1;
  return { first, last: to ?? Infinity };
}

function sizeOf({ first, last }: SlotRange): number {
  return last - first + 1;
}

/** A backfilled block cannot be undone, so backfilling reads finalized blocks only. */
export function finalizedOnly<
  F extends Pick<ServeFlags, "rpc-url" | "blocks" | "accounts">,
>(flags: F) {
  return {
    ...flags,
    commitment: "finalized" as const,
    "start-slot": null,
    "grpc-url": null,
    "grpc-x-token": null,
  };
}
