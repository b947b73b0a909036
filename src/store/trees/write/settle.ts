import { type Tree, TreeType } from "../../../domain/tree.ts";
import type { Connection } from "../../connection.ts";
import {
  placesOf,
  elementLeavesBetween,
  leavesBefore,
  leavesOfElements,
} from "../elements.ts";
import { LeafChanges } from "./leafChanges.ts";
import { clearLeaf, markNullified, setLeaf } from "../nodes/leafEdits.ts";
import { loadPages } from "../nodes/pageSet.ts";
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
 * Applies the changes of blocks to the leaf pages. At the tip the nodes are hashed at once; while catching up, pages are
 * marked and hashed later.
 */
export class TreeSettlement {
  readonly #connection: Connection;
  readonly #ledger: TreeLedger;
  readonly #hashNow: boolean;

  constructor(
    connection: Connection,
    ledger: TreeLedger,
    { hashNow }: { readonly hashNow: boolean },
  ) {
    this.#connection = connection;
    this.#ledger = ledger;
    this.#hashNow = hashNow;
  }

  /**
   * Begins with the state trees of V1, which follow from the blocks alone: reads their pages before the rows of the
   * blocks are sent, because what is read after those waits until the database has merged them. Returns what hashes and
   * writes the nodes.
   */
  async beginV1(): Promise<() => Promise<void>> {
    const works = await this.#settleEach(isStateV1);
    await loadPages(this.#connection, [
      ...works.now.map((work) => [work.pages, work.pathPages()] as const),
      ...works.later.map((work) => [work.pages, work.leafPages()] as const),
    ]);
    return () => this.#write(works);
  }

  /** The other trees, after the rows of the blocks are written. */
  async settleOthers(): Promise<void> {
    await this.#write(await this.#settleEach((tree) => !isStateV1(tree)));
  }

  async #settleEach(chosen: (tree: Tree) => boolean): Promise<Works> {
    const works: Works = { now: [], later: [] };
    for (const tree of this.#ledger.trees.list().filter(chosen)) {
      const changes = this.#ledger.leaves.find(tree.tree) ?? new LeafChanges();
      const target = countsToHash(tree);
      const hashed = this.#ledger.states.find(tree.tree)?.hashed;
      const behind = distance(target, hashed ?? NOTHING_HASHED);
      if (changes.count === 0 && behind === 0) continue;
      const work = new TreeWork(tree, this.#ledger.states.change(tree.tree));
      const size = changes.count + behind;
      const atOnce = this.#hashNow && size <= MAX_LEAVES_AT_ONCE;
      if (atOnce && !work.state.stale) {
        works.now.push(work);
        await settleLeaves(this.#connection, work, changes, target);
      } else {
        works.later.push(work);
        await this.#settleLater(work, changes, target);
      }
    }
    return works;
  }

  async #settleLater(work: TreeWork, changes: LeafChanges, target: Counts) {
    const { state } = work;
    await settleLeaves(this.#connection, work, changes, {
      leaves: Math.min(target.leaves, state.hashed.leaves),
      nullifiers: Math.min(target.nullifiers, state.hashed.nullifiers),
      elements: Math.min(target.elements, state.hashed.elements),
    });
    if (distance(target, state.hashed) > 0) state.stale = true;
    if (work.changedPages.length > 0) state.stale = true;
  }

  async #write({ now, later }: Works): Promise<void> {
    await writeHashed(this.#connection, now);
    await writeStale(this.#connection, later);
    for (const work of now) await checkAgainstBatch(this.#connection, work);
  }
}

interface Works {
  readonly now: TreeWork[];
  readonly later: TreeWork[];
}

function isStateV1({ type }: Tree): boolean {
  return type === TreeType.StateV1;
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
