import { TreeLookup } from "../ingest/lookup.ts";
import { runIngest } from "../ingest/run.ts";
import { builtInTrees } from "../ingest/trees/builtInTrees.ts";
import { TreeBook } from "../ingest/trees/treeBook.ts";
import type { Slot } from "../domain/values.ts";
import type { Writer } from "../store/writer.ts";
import type { IndexingFacts } from "../serve/indexing.ts";
import { onlyOnce } from "./onlyOnce.ts";
import type { ChosenSource } from "./openSource.ts";
import { Progress } from "./progress.ts";
import type { Screen } from "./screen.ts";

export interface Indexing {
  readonly writer: Writer;
  readonly chosen: ChosenSource;
  readonly verify: boolean;
  /** What the operator asked for, to say so when it does not count. */
  readonly startSlot: number | "latest" | null;
  readonly screen: Screen;
  /** Called once, when the end of a recording or the tip of a chain is reached. */
  readonly onCaughtUp: () => Promise<void>;
  /** Kept up to date for the server beside. */
  readonly facts: IndexingFacts;
}

/** Indexes until the source ends or the signal says stop. */
export async function indexChain(
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const { writer, chosen, verify, screen } = indexing;
  const { source } = chosen;
  const startAfter = await whereToStart(indexing, signal);
  const book = new TreeBook([...builtInTrees, ...(await writer.trees())]);
  const lookup = new TreeLookup({
    book,
    accounts: source.accounts,
    save: (trees) => writer.addTrees(trees),
  });
  await discoverTrees(lookup, screen, signal);
  await writer.addTrees([...book]); // their queues are counted from the first block on
  const progress = new Progress(source, screen);
  const caughtUp = onlyOnce(async () => {
    screen.say(`indexed  ${progress.summary()}`, progress.totals());
    await indexing.onCaughtUp();
  });
  const onProgress: Parameters<typeof runIngest>[0]["onProgress"] = (batch) => {
    progress.add(batch);
    indexing.facts.add(batch);
    const { at, of } = source.progress();
    if (!source.ends && at >= of) return caughtUp();
  };
  const parts = { source, writer, book, lookup, startAfter, verify };
  const onStage: Parameters<typeof runIngest>[0]["onStage"] = (stage, ms) => {
    indexing.facts.stageSeconds[stage] += ms / 1000;
  };
  await runIngest({ ...parts, onProgress, onStage }, signal);
  if (!signal.aborted) await caughtUp();
}

async function whereToStart(
  { writer, chosen, startSlot, screen }: Indexing,
  signal: AbortSignal,
): Promise<Slot> {
  const head = await writer.head();
  if (!head) return chosen.startAfter(signal);
  if (startSlot !== null) {
    screen.say(
      `--start-slot is for an empty store: this one goes on after slot ${head.slot}`,
    );
  }
  return head.slot;
}

/** Knowing every tree beforehand spares requests later; a node that will not list them is no reason to stop. */
async function discoverTrees(
  lookup: TreeLookup,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  try {
    const found = await lookup.discover(signal);
    if (found > 0) screen.say(`trees    ${found} found beside the built-in`);
  } catch (error) {
    if (signal.aborted) return;
    const why = (error as Error).message;
    screen.say(`trees    looked up one by one, the node lists none (${why})`);
  }
}
