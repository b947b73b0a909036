import { TreeType } from "../../../domain/tree.ts";
import type { Connection } from "../../connection.ts";
import {
  placesOf,
  elementLeavesBetween,
  leavesBefore,
  leavesOfElements,
} from "../elements.ts";
import { LeafChanges } from "./leafChanges.ts";
import { clearLeaf, markNullified, setLeaf } from "../nodes/leafEdits.ts";
import { nullify, restoreAccount, spentBetween } from "../queues/nullifiers.ts";
import type { TreeLedger } from "./treeLedger.ts";
import { countsToHash, distance } from "../counts.ts";
import {
  checkAgainstBatch,
  TreeWork,
  writeHashed,
  writeStale,
} from "./treeWork.ts";

/** Hashing more leaves would delay a block by a tenth of a second; the rest is hashed in steps. */
const MAX_LEAVES_AT_ONCE = 2_000;

/**
 * Applies the changes of blocks to the leaf pages, after the rows of the blocks are written. At the tip the nodes are
 * hashed at once; while catching up, pages are marked and hashed later.
 */
export async function settleTrees(
  connection: Connection,
  ledger: TreeLedger,
  { hashNow }: { readonly hashNow: boolean },
): Promise<void> {
  const now: TreeWork[] = [];
  const later: TreeWork[] = [];
  for (const tree of ledger.trees.list()) {
    const changes = ledger.leaves.find(tree.tree) ?? new LeafChanges();
    const target = countsToHash(tree);
    const hashed = ledger.states.find(tree.tree)?.hashed;
    const behind = distance(target, hashed ?? NOTHING_HASHED);
    if (changes.count === 0 && behind === 0) continue;
    const work = new TreeWork(tree, ledger.states.change(tree.tree));
    const size = changes.count + behind;
    if (hashNow && !work.state.stale && size <= MAX_LEAVES_AT_ONCE) {
      now.push(work);
      await settleLeaves(connection, work, changes, target);
    } else {
      later.push(work);
      await settleLeaves(connection, work, changes, {
        leaves: Math.min(target.leaves, work.state.hashed.leaves),
        nullifiers: Math.min(target.nullifiers, work.state.hashed.nullifiers),
        elements: Math.min(target.elements, work.state.hashed.elements),
      });
      if (distance(target, work.state.hashed) > 0) work.state.stale = true;
      if (work.changedPages.length > 0) work.state.stale = true;
    }
  }
  await writeHashed(connection, now);
  await writeStale(connection, later);
  for (const work of now) await checkAgainstBatch(connection, work);
}

const NOTHING_HASHED = { leaves: 0, nullifiers: 0, elements: 0 };

type Counts = ReturnType<typeof countsToHash>;

async function settleLeaves(
  connection: Connection,
  work: TreeWork,
  changes: LeafChanges,
  target: Counts,
): Promise<void> {
  switch (work.tree.type) {
    case TreeType.StateV1:
      settleStateV1(work, changes);
      break;
    case TreeType.StateV2:
      await settleStateV2(connection, work, changes, target);
      break;
    default:
      await settleElements(connection, work, changes, target.elements);
  }
}

function settleStateV1(work: TreeWork, changes: LeafChanges): void {
  for (const [leafIndex, { hash, present }] of changes.accounts)
    work.edit(present ? setLeaf(leafIndex, hash) : clearLeaf(leafIndex, hash));
  for (const [leafIndex, nullified] of changes.nullified)
    work.edit(markNullified(leafIndex, nullified));
}

/** Created accounts come first and undone ones last: in between, their leaf may be nullified. */
async function settleStateV2(
  connection: Connection,
  work: TreeWork,
  changes: LeafChanges,
  target: Counts,
): Promise<void> {
  const { tree } = work.tree;
  const { hashed } = work.state;
  const nullifiedBefore = hashed.nullifiers;
  const [low, high] = ordered(hashed.leaves, target.leaves);
  for (let leaf = low; leaf < high; leaf++) work.touch(leaf);
  hashed.leaves = target.leaves;
  for (const [leafIndex, { hash, present }] of changes.accounts)
    if (present) work.editQueued(setLeaf(leafIndex, hash));
  const [from, to] = ordered(nullifiedBefore, target.nullifiers);
  for (const spent of await spentBetween(connection, tree, from, to, to - from))
    work.edit(
      target.nullifiers > nullifiedBefore
        ? nullify(spent)
        : restoreAccount(spent),
    );
  for (const spent of changes.spent.values()) {
    if (spent.queueIndex >= BigInt(nullifiedBefore)) continue;
    const stays = spent.queueIndex < BigInt(target.nullifiers);
    work.edit(spent.present && stays ? nullify(spent) : restoreAccount(spent));
  }
  hashed.nullifiers = target.nullifiers;
  for (const [leafIndex, { hash, present }] of changes.accounts)
    if (!present) work.editQueued(clearLeaf(leafIndex, hash));
}

/** Adding or removing an element also changes the leaf of the next lower one. */
async function settleElements(
  connection: Connection,
  work: TreeWork,
  changes: LeafChanges,
  end: number,
): Promise<void> {
  const { tree, state } = work;
  const list = { tree, end };
  const [from, to] = ordered(state.hashed.elements, end);
  const moved = await elementLeavesBetween(
    connection,
    tree,
    from,
    to,
    to - from,
  );
  const came = [...changes.elements.values()]
    .filter(({ leafIndex, present }) => present && leafIndex < end)
    .map(({ leafIndex }) => leafIndex);
  const affected = new Set([...moved, ...came]);
  for (const leaf of await leavesBefore(connection, list, [...affected]))
    affected.add(leaf);
  const most = Math.max(state.hashed.elements, end);
  const gone = [...changes.elements.values()].filter(
    ({ leafIndex, present }) => !present && leafIndex < most,
  );
  for (const { leafIndex } of gone) affected.add(leafIndex);
  const values = gone.map(({ value }) => value);
  for (const { low } of await placesOf(connection, list, values))
    affected.add(low.leafIndex);
  state.hashed.elements = end;
  const leaves = await leavesOfElements(connection, list, [...affected]);
  for (const leaf of affected)
    work.edit(setLeaf(leaf, leaves.get(leaf) ?? null));
}

function ordered(a: number, b: number): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}
