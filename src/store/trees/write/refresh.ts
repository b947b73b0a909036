import { encodeBase58 } from "../../../codecs/base58.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { Address } from "../../../domain/values.ts";
import type { Connection } from "../../connection.ts";
import { StoreError } from "../../errors.ts";
import { stalePages } from "../../schema/tables.ts";
import { Changes } from "../../write/changes.ts";
import { type StoredTree, StoredTrees } from "../../write/treeProgress.ts";
import {
  elementLeavesBetween,
  leavesBefore,
  leavesOfElements,
} from "../elements.ts";
import { leafPageOf, setLeaf } from "../nodes/leafEdits.ts";
import { nullify, spentBetween } from "../queues/nullifiers.ts";
import { firstLeafOf, PAGE_WIDTH, pageNumber } from "../nodes/treePage.ts";
import { TreeStates } from "../treeStates.ts";
import { countsToHash } from "../counts.ts";
import { checkAgainstBatch, TreeWork, writeHashed } from "./treeWork.ts";

/** Leaf pages of a step: hashing them takes a tenth of a second, after which other writers get the store. */
const PAGES_OF_A_STEP = 128;

/** Computes missing nodes of one tree. Returns false if all trees are up to date. */
export async function refreshTrees(
  connection: Connection,
  pages = PAGES_OF_A_STEP,
): Promise<boolean> {
  if (!(await anyStale(connection))) return false;
  return connection.transaction(async () => {
    const states = await TreeStates.load(connection);
    const stored = await StoredTrees.load(connection);
    const tree = stored.list().find(({ tree }) => states.find(tree)?.stale);
    if (!tree) return false;
    await refresh(
      connection,
      new TreeWork(tree, states.change(tree.tree)),
      pages,
    );
    const changes = new Changes();
    states.writeTo(changes);
    await changes.writeTo(connection);
    return true;
  });
}

async function anyStale(connection: Connection): Promise<boolean> {
  const sql = "select 1 from tree_states where stale = 1 limit 1";
  return (await connection.all(sql, [])).length > 0;
}

/** Each kind of work is bounded. The tree is up to date if none of them reached its bound. */
async function refresh(
  connection: Connection,
  work: TreeWork,
  pages: number,
): Promise<void> {
  const steps = [
    await nullifySome(connection, work, pages * PAGE_WIDTH),
    await appendSome(connection, work, pages),
    await insertSome(connection, work, pages * PAGE_WIDTH),
    await takeMarked(connection, work, pages),
  ];
  await writeHashed(connection, [work]);
  if (steps.includes("more")) return;
  work.state.stale = false;
  await checkAgainstBatch(connection, work);
}

type Progress = "done" | "more";

async function nullifySome(
  connection: Connection,
  work: TreeWork,
  limit: number,
): Promise<Progress> {
  const { hashed } = work.state;
  const { nullifiers } = countsToHash(work.tree);
  if (hashed.nullifiers >= nullifiers) return "done";
  const { tree } = work.tree;
  const from = hashed.nullifiers;
  const spent = await spentBetween(connection, tree, from, nullifiers, limit);
  for (const each of spent) work.edit(nullify(each));
  const isAll = spent.length < limit;
  hashed.nullifiers = isAll ? nullifiers : Number(spent.at(-1)!.queueIndex) + 1;
  return isAll ? "done" : "more";
}

/** Only stored pages: an index that starts mid-chain has none for most of a tree. */
async function appendSome(
  connection: Connection,
  work: TreeWork,
  limit: number,
): Promise<Progress> {
  const { hashed } = work.state;
  const { leaves } = countsToHash(work.tree);
  if (hashed.leaves >= leaves) return "done";
  const rows = await connection.all(
    `select page from tree_pages where tree = ? and page >= ? and page <= ? order by page limit ${limit}`,
    [work.tree.tree, leafPageOf(hashed.leaves), leafPageOf(leaves - 1)],
  );
  const isAll = rows.length < limit;
  for (const [page] of rows) work.touchPage(page as number);
  hashed.leaves = isAll
    ? leaves
    : Math.min(leaves, firstLeafOf((rows.at(-1)![0] as number) + 1));
  return isAll ? "done" : "more";
}

async function insertSome(
  connection: Connection,
  work: TreeWork,
  limit: number,
): Promise<Progress> {
  const { tree, state } = work;
  const { elements } = countsToHash(tree);
  const from = state.hashed.elements;
  if (from >= elements) return "done";
  const leaves = await elementLeavesBetween(
    connection,
    tree,
    from,
    elements,
    limit,
  );
  const isAll = leaves.length < limit;
  const end = isAll ? elements : Math.max(...leaves) + 1;
  const list = { tree, end };
  const before = await leavesBefore(connection, list, leaves);
  await setElements(connection, work, end, [...leaves, ...before]);
  state.hashed.elements = end;
  return isAll ? "done" : "more";
}

async function takeMarked(
  connection: Connection,
  work: TreeWork,
  limit: number,
): Promise<Progress> {
  const { tree, state } = work;
  const rows = await connection.all(
    `select page from stale_pages where tree = ? order by page limit ${limit}`,
    [tree.tree],
  );
  const pages = rows.map(([page]) => page as number);
  if (pages.length === 0) return "done";
  for (const page of pages) work.touchPage(page);
  if (isAddressTree(tree)) {
    const leaves = pages.flatMap((page) =>
      Array.from({ length: PAGE_WIDTH }, (_, i) => firstLeafOf(page) + i),
    );
    await setElements(connection, work, state.hashed.elements, leaves);
  }
  const keys = pages.map((page) => [tree.tree, page]);
  await connection.deleteMany(stalePages, keys);
  return pages.length < limit ? "done" : "more";
}

async function setElements(
  connection: Connection,
  work: TreeWork,
  end: number,
  leafIndexes: readonly number[],
): Promise<void> {
  const { tree } = work;
  const wanted = [...new Set(leafIndexes)];
  const leaves = await leavesOfElements(connection, { tree, end }, wanted);
  for (const leaf of wanted) work.edit(setLeaf(leaf, leaves.get(leaf) ?? null));
}

function isAddressTree({ type }: StoredTree): boolean {
  return type === TreeType.AddressV1 || type === TreeType.AddressV2;
}

/** Deletes the nodes of these trees, or of all; refreshing computes them again from the leaves. */
export function forgetNodes(
  connection: Connection,
  only: readonly Address[] | null,
): Promise<void> {
  return connection.transaction(async () => {
    const states = await TreeStates.load(connection);
    const stored = await StoredTrees.load(connection);
    for (const tree of only ?? stored.list().map((each) => each.tree)) {
      if (!stored.find(tree))
        throw new StoreError(
          `${encodeBase58(tree)} is not a tree of this store`,
        );
      if (!states.find(tree)) continue;
      await forgetNodesOf(connection, tree);
      const state = states.change(tree);
      state.stale = true;
      state.root = null;
      state.verdict = null;
    }
    const changes = new Changes();
    states.writeTo(changes);
    await changes.writeTo(connection);
  });
}

async function forgetNodesOf(
  connection: Connection,
  tree: Address,
): Promise<void> {
  const firstAbove = pageNumber(1, 0);
  await connection.run("delete from stale_pages where tree = ?", [tree]);
  await connection.run(
    "insert into stale_pages (tree, page) select tree, page from tree_pages where tree = ? and page < ?",
    [tree, firstAbove],
  );
  await connection.run("delete from tree_pages where tree = ? and page >= ?", [
    tree,
    firstAbove,
  ]);
}
