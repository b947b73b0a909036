import { encodeBase58 } from "../../codecs/base58.ts";
import { hashPair } from "../../codecs/hashing/hashPairs.ts";
import { nullifierOf } from "../../codecs/hashing/nullifier.ts";
import { poseidon } from "../../codecs/hashing/poseidon.ts";
import type { Hash } from "../../domain/values.ts";
import type { MerklePath } from "../../store/trees/findPaths.ts";
import type {
  QueueElements,
  QueuedInput,
  QueuedOutput,
} from "../../store/trees/findQueueElements.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { NO_ROOT, renderHashes } from "./renderProof.ts";

/** Queue elements in batches, as a forester proves them. */
export interface Batches<T> {
  readonly elements: readonly T[];
  readonly count: number;
  readonly size: number;
}

/** Elements that do not fill a batch are left for later. */
export function wholeBatches<T>(
  elements: readonly T[],
  asked: { readonly zkpBatchSize: number | null } | null,
  usual: number,
): Batches<T> {
  const size = asked?.zkpBatchSize || usual;
  const count = Math.floor(elements.length / size) * size;
  return { elements: elements.slice(0, count), count, size };
}

export function renderStateQueue(
  tree: MerkleTree,
  outputs: Batches<QueuedOutput> | null,
  inputs: Batches<QueuedInput> | null,
): string {
  const elements = [...(outputs?.elements ?? []), ...(inputs?.elements ?? [])];
  const nodes = nodesOf(tree, elements);
  const parts = [
    `"nodes":${renderNodes(nodes)}`,
    `"initialRoot":"${encodeBase58(tree.root)}"`,
    `"rootSeq":${tree.rootSeq}`,
  ];
  if (outputs) parts.push(`"outputQueue":${renderOutputs(outputs)}`);
  if (inputs) parts.push(`"inputQueue":${renderInputs(inputs)}`);
  return `{${parts.join(",")}}`;
}

function renderOutputs({ elements, size }: Batches<QueuedOutput>): string {
  const hashes = elements.map(({ hash }) => hash);
  const first = elements[0]?.leafIndex ?? 0;
  return `{${leafColumns(elements)},"firstQueueIndex":${first},"nextIndex":${first},"leavesHashChains":${renderChains(hashes, size)}}`;
}

function renderInputs({ elements, size }: Batches<QueuedInput>): string {
  const transactions = elements.map(({ transactionHash }) => transactionHash);
  const nullifiers = elements.map(({ hash, leafIndex, transactionHash }) =>
    nullifierOf(hash, leafIndex, transactionHash),
  );
  const first = elements[0]?.queueIndex ?? 0;
  return `{${leafColumns(elements)},"txHashes":${renderHashes(transactions)},"nullifiers":${renderHashes(nullifiers)},"firstQueueIndex":${first},"leavesHashChains":${renderChains(nullifiers, size)}}`;
}

function leafColumns(elements: readonly QueuedOutput[]): string {
  const numbers = elements.map(({ leafIndex }) => leafIndex);
  const hashes = elements.map(({ hash }) => hash);
  const leaves = elements.map(({ path }) => path.leaf);
  return `"leafIndices":[${numbers.join(",")}],"accountHashes":${renderHashes(hashes)},"leaves":${renderHashes(leaves)}`;
}

export function renderAddressQueue(
  { tree, addresses, nextElement, subtrees }: QueueElements,
  batchSize: number,
): string {
  const lows = addresses.map(({ low }) => low);
  const nodes = allNodesOf(tree, addresses);
  const isEmpty = addresses.length === 0;
  const numbers = (values: readonly number[]) => `[${values.join(",")}]`;
  const waiting = addresses.map(({ address }) => address);
  return `{${[
    `"addresses":${renderHashes(waiting)}`,
    `"queueIndices":${numbers(addresses.map((each) => each.queueIndex))}`,
    `"nodes":${renderNodes(nodes)}`,
    `"lowElementIndices":${numbers(lows.map(({ leafIndex }) => leafIndex))}`,
    `"lowElementValues":${renderHashes(lows.map(({ value }) => value))}`,
    `"lowElementNextIndices":${numbers(lows.map(({ nextIndex }) => nextIndex))}`,
    `"lowElementNextValues":${renderHashes(lows.map(({ nextValue }) => nextValue))}`,
    `"leavesHashChains":${renderChains(waiting, batchSize)}`,
    `"initialRoot":"${isEmpty ? NO_ROOT : encodeBase58(tree.root)}"`,
    `"startIndex":${nextElement}`,
    `"subtrees":${renderHashes(subtrees)}`,
    `"rootSeq":${isEmpty ? 0 : tree.rootSeq}`,
  ].join(",")}}`;
}

/** One hash chain per complete batch: it starts with the first element, and each further one is hashed onto it. */
function renderChains(elements: readonly Uint8Array[], size: number): string {
  const chains: Hash[] = [];
  for (let end = size; size > 0 && end <= elements.length; end += size) {
    const [first, ...rest] = elements.slice(end - size, end);
    chains.push(
      rest.reduce<Uint8Array>(
        (sum, each) => poseidon(sum, each),
        first!,
      ) as Hash,
    );
  }
  return renderHashes(chains);
}

/** The upper 8 of 64 bits are a node's level, the others its index in the level. */
const LEVEL = 2n ** 56n;

/** All nodes of the paths that were ever written, and all siblings, by index. */
function nodesOf(
  { height, root, rootSeq }: MerkleTree,
  elements: readonly { readonly path: MerklePath }[],
): Map<bigint, Hash> {
  const nodes = new Map<bigint, Hash>();
  if (elements.length > 0 && rootSeq > 0n)
    nodes.set(BigInt(height) * LEVEL, root);
  for (const { path } of elements)
    for (const [level, sibling] of path.siblings.entries()) {
      const index = indexOf(level, path.leafIndex);
      const own = level === 0 ? path.leaf : path.ancestors[level - 1];
      if (own) nodes.set(index, own);
      nodes.set(index ^ 1n, sibling);
    }
  return nodes;
}

/** The same, with every node between the leaves and the root, even if the tree still has its initial content. */
function allNodesOf(
  tree: MerkleTree,
  elements: readonly { readonly path: MerklePath }[],
): ReadonlyMap<bigint, Hash> {
  const nodes = nodesOf(tree, elements);
  for (const { path } of elements) {
    let own = path.leaf;
    for (const [level, sibling] of path.siblings.entries()) {
      const index = indexOf(level, path.leafIndex);
      const above = indexOf(level + 1, path.leafIndex);
      const isLeft = index % 2n === 0n;
      own =
        nodes.get(above) ??
        (isLeft ? hashPair(own, sibling) : hashPair(sibling, own));
      nodes.set(above, own);
    }
  }
  return nodes;
}

/** The index of a leaf's ancestor, or of the leaf itself at level 0. */
function indexOf(level: number, leafIndex: number): bigint {
  return BigInt(level) * LEVEL + (BigInt(leafIndex) >> BigInt(level));
}

function renderNodes(nodes: ReadonlyMap<bigint, Hash>): string {
  const sorted = [...nodes].sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = sorted.map(
    ([index, hash]) => `{"index":${index},"hash":"${encodeBase58(hash)}"}`,
  );
  return `[${shown.join(",")}]`;
}
