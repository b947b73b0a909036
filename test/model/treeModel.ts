// Trees the plain way: leaves in a map, every node hashed from scratch, with another implementation of Poseidon.
import { poseidon2, poseidon3 } from "poseidon-lite";
import { treeHeight, type Tree, TreeType } from "../../src/domain/tree.ts";
import { type Address, asHash, type Hash } from "../../src/domain/values.ts";
import type { MerklePath } from "../../src/store/trees/proofs/merklePath.ts";

const HIGHEST = 2n ** 248n - 1n;

export const toInteger = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
export const toHash = (value: bigint): Hash =>
  asHash(Buffer.from(value.toString(16).padStart(64, "0"), "hex"));

const memo = new Map<string, bigint>();

function parentOf(left: bigint, right: bigint): bigint {
  const key = `${left},${right}`;
  let hash = memo.get(key);
  if (hash === undefined) memo.set(key, (hash = poseidon2([left, right])));
  return hash;
}

const zeros = [0n];
for (let level = 0; level < 40; level++)
  zeros.push(parentOf(zeros[level]!, zeros[level]!));

/** One tree: its leaves, and the elements of an address tree in the order of their leaves. */
export class TreeModel {
  readonly type: TreeType;
  readonly leaves = new Map<number, bigint>();
  readonly elements: bigint[] = [];
  seq: bigint;

  constructor({ type }: Tree) {
    this.type = type;
    this.seq = type === TreeType.AddressV1 ? 3n : 0n;
    if (type === TreeType.AddressV1) this.elements.push(0n, HIGHEST);
    if (type === TreeType.AddressV2) this.elements.push(0n);
  }

  insert(value: Address): void {
    this.elements.push(toInteger(value));
  }

  root(): Hash {
    return toHash(rootOf([...this.#allLeaves()], treeHeight(this.type), 0));
  }

  leaf(index: number): bigint {
    return this.#allLeaves().get(index) ?? 0n;
  }

  /** The leaf of the largest element below the value. */
  lowLeafOf(value: bigint): number {
    let low = 0;
    for (const [leaf, element] of this.elements.entries())
      if (element < value && element >= this.elements[low]!) low = leaf;
    return low;
  }

  #allLeaves(): Map<number, bigint> {
    if (this.elements.length === 0) return this.leaves;
    const sorted = [...this.elements.entries()].sort(([, a], [, b]) =>
      a < b ? -1 : 1,
    );
    return new Map(
      sorted.map(([leaf, value], i) => {
        const [nextLeaf, next] = sorted[i + 1] ?? [0, HIGHEST];
        if (this.type === TreeType.AddressV2)
          return [leaf, poseidon2([value, next])];
        return value === HIGHEST
          ? [leaf, poseidon3([value, 0n, 0n])]
          : [leaf, poseidon3([value, BigInt(nextLeaf), next])];
      }),
    );
  }
}

/** Of the leaves of a subtree whose first leaf is `start`. */
function rootOf(
  leaves: readonly (readonly [number, bigint])[],
  height: number,
  start: number,
): bigint {
  if (leaves.length === 0) return zeros[height]!;
  if (height === 0) return leaves[0]![1];
  const middle = start + 2 ** (height - 1);
  const left = leaves.filter(([index]) => index < middle);
  const right = leaves.filter(([index]) => index >= middle);
  return parentOf(
    rootOf(left, height - 1, start),
    rootOf(right, height - 1, middle),
  );
}

/** The root that a path leads to. */
export function foldPath({ leaf, leafIndex, siblings }: MerklePath): Hash {
  let hash = toInteger(leaf);
  let position = leafIndex;
  for (const sibling of siblings) {
    const other = toInteger(sibling);
    hash = position % 2 === 0 ? parentOf(hash, other) : parentOf(other, hash);
    position = Math.floor(position / 2);
  }
  return toHash(hash);
}
