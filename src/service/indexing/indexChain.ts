import { encodeBase58 } from "../../codecs/base58.ts";
import { TreeLookup } from "../../ingest/lookup.ts";
import { type FollowParts, followChain } from "../../ingest/follow.ts";
import { BATCH, BULK_BATCH } from "../../ingest/run.ts";
import type { Health } from "../../ingest/health.ts";
import { Stalled, supervise } from "../../ingest/supervise.ts";
import { NodeUnreachable } from "../../ingest/source/jsonRpc.ts";
import type { BlockSource } from "../../ingest/source/source.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../ingest/trees/treeBook.ts";
import type { SetAside } from "../../domain/update.ts";
import type { Slot } from "../../domain/values.ts";
import { isTransient, StoreUnavailable } from "../../store/errors.ts";
import type { Writer } from "../../store/writer.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import { onlyOnce } from "../onlyOnce.ts";
import type { ChosenSource } from "./openSource.ts";
import { counted, Progress } from "./progress.ts";
import type { Reporter } from "../reporter.ts";
import { MintUpkeep } from "./mintUpkeep.ts";
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
  const { writer, chosen, verify, reporter, health, facts } = indexing;
  const { source } = chosen;
  const startAfter = await whereToStart(indexing, signal);
  const { accounts } = source;
  let trees: Awaited<ReturnType<typeof openTrees>> | null = null;
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
    {
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
    },
    signal,
  );
  over.abort();
  if (signal.aborted) return;
  await upkeep.check(signal);
  await caughtUp();
  await mints.askAll(signal);
}

function stillReading(at: number, of: number): string {
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

/** A minute without a block this far behind the tip means that the source has stalled. */
const STALL_SECONDS = 20;

/** In seconds, because slots become shorter. */
export function isFarBehind(health: Pick<Health, "lagSeconds">): boolean {
  return (health.lagSeconds() ?? 0) > STALL_SECONDS;
}

/** Whether the failure may be temporary, so that the indexer retries: a full disk, a lock, a node that is down. */
export function mayRecover(error: unknown): boolean {
  return isTransient(error) || error instanceof NodeUnreachable;
}

/** Ending the process would not bring the node or the database back, and would end the answers. */
export function isOutage(error: unknown, health: Health): boolean {
  if (error instanceof Stalled) return health.isNodeSilent();
  return isUnreachable(error);
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof NodeUnreachable || error instanceof StoreUnavailable;
}

export function retriedIn(pauseMs: number): string {
  return `trying again in ${(pauseMs / 1000).toFixed(1)} s`;
}

/** The built-in trees and those from the store and the chain. */
export async function openTrees(
  {
    writer,
    accounts,
    reporter,
  }: Pick<Indexing, "writer" | "reporter"> & Pick<BlockSource, "accounts">,
  signal: AbortSignal,
): Promise<{ book: TreeBook; lookup: TreeLookup }> {
  const book = new TreeBook([...builtInTrees, ...(await writer.trees())]);
  const lookup = new TreeLookup({
    book,
    accounts,
    save: (trees) => writer.addTrees(trees),
  });
  await discoverTrees(lookup, reporter, signal);
  await writer.addTrees([...book]); // their queues are counted from the first block on
  return { book, lookup };
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
      `--start-slot is for an empty store: this one goes on after slot ${head.slot}`,
    );
  }
  return head.slot;
}

/** Looking up all trees in advance saves requests later. If the node does not list them, indexing starts anyway. */
async function discoverTrees(
  lookup: TreeLookup,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  try {
    const found = await lookup.discover(signal);
    if (found > 0) reporter.say(`trees    ${found} found beside the built-in`);
  } catch (error) {
    if (signal.aborted) return;
    const why = (error as Error).message;
    reporter.say(`trees    looked up one by one, the node lists none (${why})`);
  }
}
