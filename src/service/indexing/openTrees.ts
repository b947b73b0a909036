import { TreeLookup } from "../../ingest/lookup.ts";
import type { BlockSource } from "../../ingest/source/source.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../ingest/trees/treeBook.ts";
import type { Writer } from "../../store/writer.ts";
import type { Reporter } from "../reporter.ts";

export interface OpenedTrees {
  readonly book: TreeBook;
  readonly lookup: TreeLookup;
}

/** The built-in trees and those from the store and the chain. */
export async function openTrees(
  {
    writer,
    accounts,
    reporter,
  }: {
    readonly writer: Writer;
    readonly accounts: BlockSource["accounts"];
    readonly reporter: Reporter;
  },
  signal: AbortSignal,
): Promise<OpenedTrees> {
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

/** Looking up all trees in advance saves requests later. If the node does not list them, indexing starts anyway. */
async function discoverTrees(
  lookup: TreeLookup,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  try {
    const found = await lookup.discover(signal);
    if (found > 0)
      reporter.say(`trees    ${found} found besides the built-in ones`);
  } catch (error) {
    if (signal.aborted) return;
    const why = (error as Error).message;
    reporter.say(`trees    looked up one by one, the node lists none (${why})`);
  }
}
