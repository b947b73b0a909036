import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeBase58 } from "../../codecs/base58.ts";
import { hashPair } from "../../codecs/hashing/hashPairs.ts";
import { nullifierOf } from "../../codecs/hashing/nullifier.ts";
import { poseidon } from "../../codecs/hashing/poseidon.ts";
import type { Hash } from "../../domain/values.ts";
import { between, commaJoined, type Text } from "../../render/text.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import type {
  QueueElements,
  QueuedInput,
  QueuedOutput,
} from "../../store/trees/queues/findQueueElements.ts";
import {
  type MerklePath,
  siblingOf,
} from "../../store/trees/proofs/merklePath.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { refuse } from "./refusals.ts";
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

export async function renderStateQueue(
  tree: MerkleTree,
  outputs: Batches<QueuedOutput> | null,
  inputs: Batches<QueuedInput> | null,
): Promise<Text> {
  const elements = [...(outputs?.elements ?? []), ...(inputs?.elements ?? [])];
  const nodes = await nodesOf(tree, elements);
  const fields = [
    field("nodes", await nodes.render()),
    field("initialRoot", `"${encodeBase58(tree.root)}"`),
    field("rootSeq", String(tree.rootSeq)),
  ];
  if (outputs) fields.push(field("outputQueue", await renderOutputs(outputs)));
  if (inputs) fields.push(field("inputQueue", await renderInputs(inputs)));
  return objectOf(fields);
}

/** Answers have up to 13 MB, so their parts are not joined. */
function field(name: string, value: Text): Text {
  return between(`"${name}":`, value, "");
}

function objectOf(fields: readonly Text[]): Text {
  return between("{", commaJoined(fields), "}");
}

async function renderOutputs(outputs: Batches<QueuedOutput>): Promise<Text> {
  const { elements, size } = outputs;
  const hashes = elements.map(({ hash }) => hash);
  const first = elements[0]?.leafIndex ?? 0;
  return objectOf([
    ...(await leafColumns(elements)),
    field("firstQueueIndex", String(first)),
    field("nextIndex", String(first)),
    field("leavesHashChains", await renderChains(hashes, size)),
  ]);
}

async function renderInputs(inputs: Batches<QueuedInput>): Promise<Text> {
  const { elements, size } = inputs;
  const transactions = elements.map(({ transactionHash }) => transactionHash);
  const steps = await inSteps(elements, (part) =>
    part.map(({ hash, leafIndex, transactionHash }) =>
      nullifierOf(hash, leafIndex, transactionHash),
    ),
  );
  const nullifiers = steps.flat();
  const first = elements[0]?.queueIndex ?? 0;
  return objectOf([
    ...(await leafColumns(elements)),
    field("txHashes", await renderManyHashes(transactions)),
    field("nullifiers", await renderManyHashes(nullifiers)),
    field("firstQueueIndex", String(first)),
    field("leavesHashChains", await renderChains(nullifiers, size)),
  ]);
}

async function leafColumns(elements: readonly QueuedOutput[]): Promise<Text[]> {
  const numbers = elements.map(({ leafIndex }) => leafIndex);
  const hashes = elements.map(({ hash }) => hash);
  const leaves = elements.map(({ path }) => path.leaf);
  return [
    field("leafIndices", `[${numbers.join(",")}]`),
    field("accountHashes", await renderManyHashes(hashes)),
    field("leaves", await renderManyHashes(leaves)),
  ];
}

export async function renderAddressQueue(
  { tree, addresses, nextElement, subtrees }: QueueElements,
  batchSize: number,
): Promise<Text> {
  const lows = addresses.map(({ low }) => low);
  const nodes = await allNodesOf(tree, addresses);
  const isEmpty = addresses.length === 0;
  const numbers = (values: readonly number[]) => `[${values.join(",")}]`;
  const waiting = addresses.map(({ address }) => address);
  return objectOf([
    field("addresses", renderHashes(waiting)),
    field("queueIndices", numbers(addresses.map((each) => each.queueIndex))),
    field("nodes", await nodes.render()),
    field("lowElementIndices", numbers(lows.map((low) => low.leafIndex))),
    field("lowElementValues", renderHashes(lows.map((low) => low.value))),
    field("lowElementNextIndices", numbers(lows.map((low) => low.nextIndex))),
    field(
      "lowElementNextValues",
      renderHashes(lows.map((low) => low.nextValue)),
    ),
    field("leavesHashChains", await renderChains(waiting, batchSize)),
    field("initialRoot", `"${isEmpty ? NO_ROOT : encodeBase58(tree.root)}"`),
    field("startIndex", String(nextElement)),
    field("subtrees", renderHashes(subtrees)),
    field("rootSeq", isEmpty ? "0" : String(tree.rootSeq)),
  ]);
}

async function renderManyHashes(hashes: readonly Hash[]): Promise<Text> {
  const parts = await inSteps(hashes, (part) =>
    part.map((hash) => `"${encodeBase58(hash)}"`).join(","),
  );
  return between("[", commaJoined(parts), "]");
}

/** One hash chain per complete batch: it starts with the first element, and each further one is hashed onto it. */
async function renderChains(
  elements: readonly Uint8Array[],
  size: number,
): Promise<string> {
  const chains: Hash[] = [];
  for (let end = size; size > 0 && end <= elements.length; end += size) {
    const [first, ...rest] = elements.slice(end - size, end);
    let chain = first!;
    await inSteps(rest, (part) => {
      for (const each of part) chain = poseidon(chain, each);
    });
    chains.push(chain as Hash);
    await nextTurn();
  }
  return renderHashes(chains);
}

/** The upper 8 of 64 bits are a node's level, the others its index in the level. */
const LEVEL = 2n ** 56n;

/** The paths of 30,000 adjacent leaves have a quarter of these. As JSON, a node takes up to 90 bytes. */
const MAX_NODES = 250_000;

/** Nodes of a tree by level and by their position in it. */
class Nodes {
  readonly #levels: Map<number, Hash>[];

  constructor(height: number) {
    this.#levels = Array.from(
      { length: height + 1 },
      () => new Map<number, Hash>(),
    );
  }

  get size(): number {
    return this.#levels.reduce((sum, nodes) => sum + nodes.size, 0);
  }

  get(level: number, position: number): Hash | undefined {
    return this.#levels[level]!.get(position);
  }

  set(level: number, position: number, node: Hash): void {
    this.#levels[level]!.set(position, node);
  }

  /** Ordered by index. */
  async render(): Promise<Text> {
    const parts: string[] = [];
    for (const [level, nodes] of this.#levels.entries()) {
      const first = BigInt(level) * LEVEL;
      const positions = [...Float64Array.from(nodes.keys()).sort()];
      await nextTurn();
      const shown = await inSteps(positions, (part) =>
        part
          .map((position) => {
            const hash = encodeBase58(nodes.get(position)!);
            return `{"index":${first + BigInt(position)},"hash":"${hash}"}`;
          })
          .join(","),
      );
      parts.push(...shown);
    }
    return between("[", commaJoined(parts), "]");
  }
}

type WithPath = { readonly path: MerklePath };

/** All nodes of the paths that were ever written, and all siblings. */
async function nodesOf(
  { height, root, rootSeq }: MerkleTree,
  elements: readonly WithPath[],
): Promise<Nodes> {
  const nodes = new Nodes(height);
  if (elements.length > 0 && rootSeq > 0n) nodes.set(height, 0, root);
  await inSteps(elements, (part) => {
    for (const { path } of part) addPath(nodes, path);
    if (nodes.size > MAX_NODES)
      throw refuse(
        "limit",
        `the entries lie far apart: their paths have more than ${MAX_NODES} nodes; ask for fewer`,
      );
  });
  return nodes;
}

/** Above a pair of nodes that an earlier path has added, that path has added everything. */
function addPath(nodes: Nodes, path: MerklePath) {
  for (let level = 0; level < path.height; level++) {
    const position = path.positionAt(level);
    if (nodes.get(level, siblingOf(position))) return;
    const own = level === 0 ? path.leaf : path.ancestor(level);
    if (own) nodes.set(level, position, own);
    nodes.set(level, siblingOf(position), path.sibling(level));
  }
}

/** The same, with every node between the leaves and the root, even if the tree still has its initial content. */
async function allNodesOf(
  tree: MerkleTree,
  elements: readonly WithPath[],
): Promise<Nodes> {
  const nodes = await nodesOf(tree, elements);
  await inSteps(elements, (part) => {
    for (const { path } of part) addAncestors(nodes, path);
  });
  return nodes;
}

function addAncestors(nodes: Nodes, path: MerklePath) {
  let own = path.leaf;
  for (const [level, sibling] of path.siblings.entries()) {
    const isLeft = path.positionAt(level) % 2 === 0;
    const above = path.positionAt(level + 1);
    own =
      nodes.get(level + 1, above) ??
      (isLeft ? hashPair(own, sibling) : hashPair(sibling, own));
    nodes.set(level + 1, above, own);
  }
}
