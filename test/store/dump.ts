import assert from "node:assert/strict";
import type { Reader } from "../../src/store/reader.ts";
import { selectSql } from "../../src/store/schema/statements.ts";
import { findMerkleTrees } from "../../src/store/trees/findMerkleTrees.ts";
import { TreeStates } from "../../src/store/trees/treeStates.ts";
import {
  backfilledTrees,
  batchRoots,
  facts,
  listChanges,
  mintNames,
  ranges,
  stalePages,
  treePages,
  trees,
  treeStates,
  undo,
} from "../../src/store/schema/tables.ts";
import { allTables } from "./allTables.ts";

/** These say how we came here, not what the chain holds. */
const OURS = [undo, facts, ranges, backfilledTrees, mintNames, listChanges];
/** Nodes may be made later, and made-up histories repeat sequence numbers: see assertSameTrees. */
const OF_TREES = [treeStates, treePages, stalePages, batchRoots];

/** Every row of every table that blocks write to, as comparable text. */
export async function dump(read: Reader): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of allTables) {
    if ([...OURS, ...OF_TREES].includes(table)) continue;
    const rows = await read.all(selectSql(table), []);
    tables[table.name] = rows
      .map((row) => row.map(text).join(" "))
      // A tree may be known before it is used. Then its counters are all 0.
      .filter((row) => table !== trees || !row.endsWith(" 0 0 0 0 0 0"))
      .sort();
  }
  return tables;
}

/** As comparing the dumps, but a failure shows a few of the rows that differ and not all there are. */
export async function assertSameRows(
  a: Reader,
  b: Reader,
  leftOut: readonly string[] = [],
): Promise<void> {
  const [ours, theirs] = [await dump(a), await dump(b)];
  for (const [table, rows] of Object.entries(ours)) {
    if (leftOut.includes(table)) continue;
    const expected = new Set(theirs[table]);
    const extra = rows.filter((row) => !expected.delete(row));
    assert.deepEqual(
      { table, extra: extra.slice(0, 3), missing: [...expected].slice(0, 3) },
      { table, extra: [], missing: [] },
    );
  }
}

/** Leaves, nodes and roots of all trees, once the nodes are made; roots that batches announce are made up. */
export async function assertSameTrees(a: Reader, b: Reader): Promise<void> {
  const [ours, theirs] = [await treesIn(a), await treesIn(b)];
  assert.ok(theirs.size > 0, "no tree has a root");
  for (const [tree, expected] of theirs)
    assert.deepEqual(ours.get(tree), expected, `tree ${tree}`);
}

async function treesIn(read: Reader): Promise<Map<string, object>> {
  const pages = await read.all(selectSql(treePages), []);
  const states = await TreeStates.load(read);
  const { trees: found } = await findMerkleTrees(read);
  const entries = found.map(({ tree, root, rootSeq, progress }) => {
    const state = states.find(tree);
    const contents = pages
      .filter((row) => text(row[0]) === text(tree))
      .map(([, page, content]) => `${text(page)} ${text(content)}`);
    const { hashed, stale } = state ?? {};
    return [
      text(tree),
      {
        ...{ root: text(root), rootSeq, progress, hashed, stale },
        seqs: state?.seqs.toString(),
        pages: contents.sort(),
      },
    ] as const;
  });
  return new Map(entries.filter(([, { pages }]) => pages.length > 0));
}

function text(value: unknown): string {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString("hex")
    : String(value);
}
