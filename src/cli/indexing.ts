import { runIngest } from "../ingest/run.ts";
import { TreeLookup } from "../ingest/lookup.ts";
import { builtInTrees } from "../ingest/trees/builtInTrees.ts";
import { TreeBook } from "../ingest/trees/treeBook.ts";
import type { Writer } from "../store/writer.ts";
import type { ChosenSource } from "./openSource.ts";
import type { IndexingFacts } from "../serve/indexing.ts";
import { Progress } from "./progress.ts";
import type { Screen } from "./screen.ts";

export interface IndexingFlags {
  readonly verify: boolean;
  readonly "start-slot": number | "latest" | null;
}

/** Indexes until the source ends or the signal says stop; `caughtUp` is called once, when the end or the tip is reached. */
export async function indexInto(
  writer: Writer,
  chosen: ChosenSource,
  flags: IndexingFlags,
  screen: Screen,
  caughtUp: () => Promise<void>,
  facts: IndexingFacts,
  signal: AbortSignal,
): Promise<void> {
  const { source } = chosen;
  const startAfter = await whereToStart(writer, chosen, flags, screen, signal);
  const book = new TreeBook([...builtInTrees, ...(await writer.trees())]);
  const lookup = new TreeLookup({
    book,
    accounts: source.accounts,
    save: (trees) => writer.addTrees(trees),
  });
  await discoverTrees(lookup, screen, signal);
  const progress = new Progress(source, screen);
  const parts = { source, writer, book, lookup, startAfter };
  let told = false;
  const tell = (): void => {
    if (told || signal.aborted) return;
    told = true;
    screen.say(`indexed  ${progress.summary()}`, progress.totals());
    void caughtUp();
  };
  await runIngest(
    {
      ...parts,
      verify: flags.verify,
      onProgress: (written) => {
        progress.add(written);
        const { at, of } = source.progress();
        facts.add(written);
        if (written.slot >= of && at >= of) tell();
      },
    },
    signal,
  );
  tell();
}

async function whereToStart(
  writer: Writer,
  chosen: ChosenSource,
  flags: IndexingFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<number> {
  const head = await writer.head();
  if (!head) return chosen.startAfter(signal);
  if (flags["start-slot"] !== null)
    screen.say(
      `--start-slot is for an empty store: this one goes on after slot ${head.slot}`,
    );
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
    screen.say(`trees are looked up one by one, the node lists none: ${why}`);
  }
}
