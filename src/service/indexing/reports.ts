// What following a chain reports: to the operator, to the metrics and to health.
import { encodeBase58 } from "../../codecs/base58.ts";
import type { SetAside } from "../../domain/update.ts";
import type { Slot } from "../../domain/values.ts";
import type { FollowParts } from "../../ingest/follow.ts";
import type { Indexing } from "./indexChain.ts";
import { counted, type Progress } from "./progress.ts";
import type { TreeUpkeep } from "./treeUpkeep.ts";

interface Reported {
  readonly progress: Progress;
  readonly upkeep: TreeUpkeep;
  /** Called at the end of a recording or at the tip of the chain. */
  readonly caughtUp: () => Promise<void>;
}

type Reports = Pick<
  FollowParts,
  | "onProgress"
  | "onSetAside"
  | "onForged"
  | "onStage"
  | "onFork"
  | "onUnlinkedBlock"
>;

export function reportsOf(
  { chosen: { source }, reporter, health, facts }: Indexing,
  { progress, upkeep, caughtUp }: Reported,
  signal: AbortSignal,
): Reports {
  return {
    onProgress: (batch) => {
      progress.add(batch);
      health.wrote(batch.slot);
      delete facts.obstacles.writing;
      const { at, of } = source.progress();
      if (source.ends) facts.obstacles.reading = stillReading(at, of);
      facts.add(batch);
      if (source.ends || at < of) return;
      upkeep.refreshBeside(signal);
      return caughtUp();
    },
    onSetAside: (slot, setAside) => {
      reporter.say(`set aside ${describeSetAside(slot, setAside)}`);
    },
    onForged: (slot, events) => {
      facts.forged += events;
      reporter.say(`refused  ${events} forged events in slot ${slot}`);
    },
    onStage: (stage, milliseconds) => {
      facts.stageSeconds[stage] += milliseconds / 1000;
    },
    onFork: ({ head, ancestor }) => {
      facts.forks++;
      upkeep.checkSoon();
      reporter.say(`fork     slots ${ancestor + 1} to ${head} were undone`);
    },
    onUnlinkedBlock: ({ message }) => {
      facts.retries++;
      health.reportTrouble(message);
      reporter.status(`asking the node again: ${message}`);
    },
  };
}

export function stillReading(at: number, of: number): string {
  const percent = of > 0 ? Math.floor((100 * at) / of) : 100;
  return `the recording is still being read (${percent}%)`;
}

/** One line per block, for any number of transactions; `tachyon quarantine` lists them all. */
function describeSetAside(slot: Slot, setAside: readonly SetAside[]): string {
  const { signature, reason } = setAside[0]!;
  const name = signature ? encodeBase58(signature) : "no signature";
  const all = counted(setAside.length, "transaction");
  return `${all} of slot ${slot}, the first (${name}) because: ${reason}`;
}
