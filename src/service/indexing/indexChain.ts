import { type FollowParts, followChain } from "../../ingest/follow.ts";
import type { Health } from "../../ingest/health.ts";
import { BATCH, BULK_BATCH } from "../../ingest/run.ts";
import {
  Stalled,
  supervise,
  type Supervision,
} from "../../ingest/supervise.ts";
import type { Slot } from "../../domain/values.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import { isTransient } from "../../store/errors.ts";
import type { Writer } from "../../store/writer.ts";
import { onlyOnce } from "../onlyOnce.ts";
import type { Reporter } from "../reporter.ts";
import { isFarBehind, isOutage, mayRecover, retriedIn } from "./failures.ts";
import { MintUpkeep } from "./mintUpkeep.ts";
import type { ChosenSource } from "./openSource.ts";
import { type OpenedTrees, openTrees } from "./openTrees.ts";
import { Progress } from "./progress.ts";
import { reportsOf, stillReading } from "./reports.ts";
import { TreeUpkeep } from "./treeUpkeep.ts";

export interface Indexing {
  readonly writer: Writer;
  readonly chosen: ChosenSource;
  readonly verify: boolean;
  /** This process answers no requests and may use more memory. */
  readonly alone: boolean;
  /** --start-slot, to report it if the store makes it irrelevant. */
  readonly startSlot: number | "latest" | null;
  readonly reporter: Reporter;
  readonly health: Health;
  /** Counters for metrics and status. */
  readonly facts: IndexingFacts;
  /** Called once, at the end of a recording or at the tip of the chain. */
  readonly onCaughtUp: () => Promise<void>;
}

/** Indexes until the source ends or the signal aborts. */
export async function indexChain(
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const { writer, chosen, verify, reporter, facts } = indexing;
  const { source } = chosen;
  const startAfter = await whereToStart(indexing, signal);
  const { accounts } = source;
  let trees: OpenedTrees | null = null;
  const progress = new Progress(source, reporter);
  const upkeep = new TreeUpkeep({ writer, accounts, reporter });
  const mints = new MintUpkeep({ writer, accounts, reporter });
  const caughtUp = onlyOnce(async () => {
    delete facts.obstacles.reading;
    reporter.say(`indexed  ${progress.summary()}`, progress.totals());
    await indexing.onCaughtUp();
  });
  const parts: Omit<FollowParts, "book" | "lookup"> = {
    ...{ source, writer, startAfter, verify },
    batch: indexing.alone ? BULK_BATCH : BATCH,
    ...reportsOf(indexing, { progress, upkeep, caughtUp }, signal),
  };
  if (source.ends) facts.obstacles.reading = stillReading(0, 1);
  const over = new AbortController();
  await supervise(
    async (alive) => {
      trees ??= await openTrees({ writer, accounts, reporter }, alive);
      const following = AbortSignal.any([signal, over.signal]);
      upkeep.start(following);
      if (!source.ends) mints.start(following);
      await followChain({ ...parts, ...trees }, alive);
      await upkeep.refresh(alive);
    },
    supervisionOf(indexing, progress),
    signal,
  );
  over.abort();
  if (signal.aborted) return;
  await upkeep.check(signal);
  await caughtUp();
  await mints.askAll(signal);
}

function supervisionOf(
  { health, facts, reporter }: Indexing,
  progress: Progress,
): Supervision {
  return {
    progress: () => progress.totals().blocks,
    behind: () => isFarBehind(health),
    trouble: () => health.trouble,
    mayRecover,
    isOutage: (error) => isOutage(error, health),
    onRestart: (reason, pauseMs) => {
      facts.retries++;
      // A stall names the trouble that was reported before it.
      if (!(reason instanceof Stalled) || health.trouble === null)
        health.reportTrouble(reason.message);
      if (isTransient(reason))
        facts.obstacles.writing = `blocks cannot be written: ${reason.message}`;
      const text = `indexing stopped, ${retriedIn(pauseMs)}`;
      reporter.error({ err: reason }, text);
    },
  };
}

async function whereToStart(
  { writer, chosen, startSlot, reporter }: Indexing,
  signal: AbortSignal,
): Promise<Slot> {
  const head = await writer.head();
  if (!head) {
    const after = await chosen.startAfter(signal);
    const first = await chosen.firstBlock?.(signal);
    if (typeof first === "number") await writer.saveFirstBlock(first);
    return after;
  }
  if (startSlot !== null) {
    reporter.say(
      `--start-slot is for an empty store: this one continues after slot ${head.slot}`,
    );
  }
  return head.slot;
}
