import type { Address, Hash, Slot } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { inSteps, rowsInSteps } from "../../read/inSteps.ts";
import type { Reader } from "../../reader.ts";
import { countsToHash } from "../counts.ts";
import { placesOf, type PlacedElement } from "../elements.ts";
import { lookUpTrees } from "../findMerkleTrees.ts";
import { findPaths } from "../proofs/findPaths.ts";
import { findSubtrees } from "../proofs/findSubtrees.ts";
import type { MerklePath } from "../proofs/merklePath.ts";
import { spentBetween, spentSteps } from "./nullifiers.ts";
import { queuedAccounts } from "./queuedAccounts.ts";
import type { MerkleTree } from "../treeStatus.ts";

export interface QueueQuery {
  readonly limit: number;
  /** The first queue index to show; by default the first entry of the queue. */
  readonly startIndex?: number | undefined;
}

export interface QueuesQuery {
  readonly outputQueue?: QueueQuery | undefined;
  readonly inputQueue?: QueueQuery | undefined;
  readonly addressQueue?: QueueQuery | undefined;
}

export interface QueuedOutput {
  readonly leafIndex: number;
  readonly hash: Hash;
  readonly path: MerklePath;
}

export interface QueuedInput extends QueuedOutput {
  readonly queueIndex: number;
  readonly transactionHash: Hash;
}

export interface QueuedElement {
  readonly queueIndex: number;
  readonly address: Address;
  readonly low: PlacedElement;
  /** The path of the low element. */
  readonly path: MerklePath;
}

export interface QueueElements {
  readonly slot: Slot;
  readonly tree: MerkleTree;
  readonly outputs: readonly QueuedOutput[];
  readonly inputs: readonly QueuedInput[];
  /** The first index of each queue, regardless of the query; 0 for an empty queue. */
  readonly firstOutput: number;
  readonly firstInput: number;
  readonly addresses: readonly QueuedElement[];
  /** The leaf index of the next new address. */
  readonly nextElement: number;
  readonly subtrees: readonly Hash[];
}

/**
 * The entries in the queues of a tree, each with its path, read in steps. `tree` is null if there is no tree with the
 * key.
 */
export function findQueueElements(
  reader: Reader,
  key: Address,
  asked: QueuesQuery,
): Promise<QueueElements | { readonly slot: Slot; readonly tree: null }> {
  return reader.snapshot(async (reading) => {
    const { slot, treeOf } = await lookUpTrees(reading, [key]);
    const tree = treeOf(key);
    if (!tree) return { slot, tree: null };
    const { nullifiersEmptied, leavesAppended } = tree.progress;
    const { outputQueue, inputQueue, addressQueue } = asked;
    const first = {
      output: await firstOutput(reading, tree),
      input: await firstInput(reading, tree),
    };
    return {
      slot,
      tree,
      outputs: outputQueue
        ? await outputs(reading, tree, from(outputQueue, leavesAppended))
        : [],
      inputs: inputQueue
        ? await inputs(reading, tree, from(inputQueue, nullifiersEmptied))
        : [],
      firstOutput: first.output,
      firstInput: first.input,
      addresses: addressQueue
        ? await elements(reading, tree, addressQueue)
        : [],
      nextElement: Math.max(countsToHash(tree).elements, 1),
      subtrees: addressQueue ? await findSubtrees(reading, tree) : [],
    };
  });
}

interface Part {
  readonly start: number;
  readonly limit: number;
}

function from({ limit, startIndex = 0 }: QueueQuery, first: number): Part {
  return { start: Math.max(startIndex, first), limit };
}

async function firstOutput(reading: Reading, tree: MerkleTree) {
  const start = tree.progress.leavesAppended;
  const [first] = await queuedAccounts(reading, tree, { start, limit: 1 });
  return first?.leafIndex ?? 0;
}

async function firstInput(reading: Reading, tree: MerkleTree) {
  const { nullifiersEmptied, nullifiers } = tree.progress;
  const [first] = await spentBetween(
    reading,
    tree.tree,
    nullifiersEmptied,
    nullifiers,
    1,
  );
  return Number(first?.queueIndex ?? 0n);
}

async function outputs(
  reading: Reading,
  tree: MerkleTree,
  part: Part,
): Promise<QueuedOutput[]> {
  const queued = await queuedAccounts(reading, tree, part);
  const paths = await pathsOf(reading, tree, queued);
  return queued.map((account, i) => ({ ...account, path: paths[i]! }));
}

async function inputs(
  reading: Reading,
  tree: MerkleTree,
  { start, limit }: Part,
): Promise<QueuedInput[]> {
  const end = tree.progress.nullifiers;
  const steps = spentSteps(reading, tree.tree, { start, limit, end });
  const spent = (await rowsInSteps(steps, (rows) => rows)).flat();
  const paths = await pathsOf(reading, tree, spent);
  return spent.map(({ queueIndex, ...account }, i) => ({
    ...account,
    queueIndex: Number(queueIndex),
    path: paths[i]!,
  }));
}

async function elements(
  reading: Reading,
  tree: MerkleTree,
  { limit, startIndex = 0 }: QueueQuery,
): Promise<QueuedElement[]> {
  const end = Math.max(countsToHash(tree).elements, 1);
  const rows = await reading.all(
    `select leaf_index, value from address_elements where tree = ? and leaf_index >= ? order by leaf_index limit ${Math.trunc(limit)}`,
    [tree.tree, Math.max(end, startIndex + 1)],
  );
  const addresses = rows.map(([, value]) => value as Address);
  const places = await inSteps(addresses, (part) =>
    placesOf(reading, { tree, end }, part),
  );
  const lows = places.flat().map(({ low }) => low);
  const paths = await pathsOf(reading, tree, lows);
  return rows.map(([leafIndex], i) => ({
    address: addresses[i]!,
    low: lows[i]!,
    path: paths[i]!,
    // Leaf 0 is the initial element of the tree.
    queueIndex: (leafIndex as number) - 1,
  }));
}

async function pathsOf(
  reading: Reading,
  tree: MerkleTree,
  leaves: readonly { readonly leafIndex: number }[],
): Promise<MerklePath[]> {
  const paths = await inSteps(leaves, (part) =>
    findPaths(
      reading,
      part.map(({ leafIndex }) => ({ tree, leafIndex })),
    ),
  );
  return paths.flat();
}
