import { encodeU64 } from "../../../codecs/bigEndian.ts";
import { sameBytes } from "../../../codecs/bytes.ts";
import { treeHeight, TreeType } from "../../../domain/tree.ts";
import type { Connection } from "../../connection.ts";
import { batchRoots, stalePages } from "../../schema/tables.ts";
import type { StoredTree } from "../../write/treeProgress.ts";
import { newTreeOf } from "../newTree.ts";
import {
  type ChangedNodes,
  hashUpwards,
  markChanged,
} from "../nodes/hashUpwards.ts";
import {
  applyEdits,
  type LeafEdit,
  leafPageOf,
  valueOfLeaf,
} from "../nodes/leafEdits.ts";
import { loadPages, PageSet, writePages } from "../nodes/pageSet.ts";
import { PAGE_WIDTH, pagesOfPath } from "../nodes/treePage.ts";
import type { TreeState } from "../treeStates.ts";

/** A tree that a transaction changes: its leaf pages and the nodes above them. */
export class TreeWork {
  readonly tree: StoredTree;
  readonly state: TreeState;
  readonly pages: PageSet;
  readonly #edits: LeafEdit[] = [];
  /** Leaves whose value changes, by page. */
  readonly #changed: ChangedNodes = new Map();

  constructor(tree: StoredTree, state: TreeState) {
    this.tree = tree;
    this.state = state;
    this.pages = new PageSet(tree.tree);
  }

  /** Applies an edit that changes a leaf of the current tree. */
  edit(edit: LeafEdit): void {
    this.#edits.push(edit);
    this.touch(edit.leafIndex);
  }

  /** Applies an edit to a leaf that may still be in the output queue. */
  editQueued(edit: LeafEdit): void {
    this.#edits.push(edit);
    if (edit.leafIndex < this.state.hashed.leaves) this.touch(edit.leafIndex);
  }

  touch(leafIndex: number): void {
    markChanged(this.#changed, leafPageOf(leafIndex), leafIndex % PAGE_WIDTH);
  }

  touchPage(page: number): void {
    this.#changed.set(page, 2 ** PAGE_WIDTH - 1);
  }

  /** Pages whose nodes must be computed. */
  get changedPages(): readonly number[] {
    return [...this.#changed.keys()];
  }

  leafPages(): Iterable<number> {
    return new Set(this.#edits.map(({ leafIndex }) => leafPageOf(leafIndex)));
  }

  *pathPages(): Generator<number> {
    const height = treeHeight(this.tree.type);
    yield* this.leafPages();
    for (const page of this.#changed.keys())
      yield* pagesOfPath(height, page * PAGE_WIDTH);
  }

  applyEdits(): void {
    applyEdits(this.pages, this.#edits);
    this.#edits.length = 0;
  }

  /** Computes the nodes above the changed leaves. */
  hash(): void {
    const { type } = this.tree;
    if (this.#changed.size > 0)
      this.state.root = hashUpwards(
        this.pages,
        treeHeight(type),
        this.#changed,
        (leafIndex) =>
          valueOfLeaf(
            this.pages.at(leafPageOf(leafIndex)),
            type,
            leafIndex,
            this.state.hashed.leaves,
          ),
      );
    this.#changed.clear();
  }
}

/** Writes the changed leaves and hashes the nodes above them. */
export function writeHashed(
  connection: Connection,
  works: readonly TreeWork[],
): Promise<void> {
  return changePages(
    connection,
    works,
    (work) => work.pathPages(),
    (work) => {
      work.applyEdits();
      work.hash();
    },
  );
}

/** Writes the changed leaves and marks their pages; the nodes above are hashed later. */
export async function writeStale(
  connection: Connection,
  works: readonly TreeWork[],
): Promise<void> {
  await changePages(
    connection,
    works,
    (work) => work.leafPages(),
    (work) => {
      work.applyEdits();
    },
  );
  const marks = works.flatMap(({ tree, changedPages }) =>
    changedPages.map((page) => [tree.tree, page]),
  );
  if (marks.length > 0) await connection.upsertMany(stalePages, marks);
}

async function changePages(
  connection: Connection,
  works: readonly TreeWork[],
  pagesOf: (work: TreeWork) => Iterable<number>,
  change: (work: TreeWork) => void,
): Promise<void> {
  if (works.length === 0) return;
  await loadPages(
    connection,
    works.map((work) => [work.pages, pagesOf(work)]),
  );
  for (const work of works) change(work);
  await writePages(
    connection,
    works.map(({ pages }) => pages),
  );
}

/** Compares the root with the one that the newest batch announced. */
export async function checkAgainstBatch(
  connection: Connection,
  { tree, state }: TreeWork,
): Promise<void> {
  state.fault = null;
  const { last } = state.seqs;
  if (tree.type === TreeType.StateV1 || tree.type === TreeType.AddressV1)
    return;
  if (last === null) return;
  const [row] = await connection.findMany(batchRoots, [
    [tree.tree, encodeU64(last)],
  ]);
  const root = state.root ?? newTreeOf(tree.type).root;
  if (row && !sameBytes(row[2] as Uint8Array, root))
    state.fault = `its root differs from the one that batch ${last} announced`;
}
