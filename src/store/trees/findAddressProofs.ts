import {
  HIGHEST_ADDRESS,
  LOWEST_ADDRESS,
} from "../../codecs/hashing/indexedLeaf.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Address } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { countsToHash } from "./counts.ts";
import { elementBefore, type PlacedElement } from "./elements.ts";
import type { TreeLookup } from "./findMerkleTrees.ts";
import { findPaths, type MerklePath } from "./findPaths.ts";
import type { MerkleTree } from "./treeStatus.ts";

export interface AddressQuery {
  readonly address: Address;
  readonly tree: Address;
}

export interface AddressProof {
  readonly tree: MerkleTree;
  /** Where the address already exists, if it is not new. */
  readonly existing: "inTree" | "queued" | null;
  /** Whether it is above the lowest element and below the highest. */
  readonly inRange: boolean;
  /** The next lower element, whose leaf proves that the address is absent; null in state trees. */
  readonly low: PlacedElement | null;
  readonly path: MerklePath | null;
}

/** There is no tree with this key. */
export interface UnknownTree {
  readonly tree: null;
}

/** In the order of the queries. */
export async function addressProofs(
  reading: Reading,
  asked: readonly AddressQuery[],
  treeOf: TreeLookup,
): Promise<readonly (AddressProof | UnknownTree)[]> {
  const places: (Omit<AddressProof, "path"> | UnknownTree)[] = [];
  for (const { address, tree } of asked) {
    const known = treeOf(tree);
    places.push(
      known ? await placeOfAddress(reading, known, address) : { tree: null },
    );
  }
  return withPaths(reading, places);
}

async function withPaths(
  reading: Reading,
  places: readonly (Omit<AddressProof, "path"> | UnknownTree)[],
): Promise<(AddressProof | UnknownTree)[]> {
  const placed = places.flatMap((place) =>
    place.tree && place.low
      ? [{ tree: place.tree, leafIndex: place.low.leafIndex, place }]
      : [],
  );
  const paths = await findPaths(reading, placed);
  const pathOf = new Map(placed.map(({ place }, i) => [place, paths[i]!]));
  return places.map((place) =>
    place.tree ? { ...place, path: pathOf.get(place) ?? null } : place,
  );
}

async function placeOfAddress(
  reading: Reading,
  tree: MerkleTree,
  address: Address,
): Promise<Omit<AddressProof, "path">> {
  const inRange =
    Buffer.compare(address, LOWEST_ADDRESS) > 0 &&
    Buffer.compare(address, HIGHEST_ADDRESS) < 0;
  if (tree.type === TreeType.StateV1 || tree.type === TreeType.StateV2)
    return { tree, existing: null, inRange, low: null };
  const { elements: end } = countsToHash(tree);
  const [row] = await reading.all(
    "select leaf_index from address_elements where tree = ? and value = ?",
    [tree.tree, address],
  );
  const leafIndex = row?.[0] as number | undefined;
  const where =
    leafIndex !== undefined && leafIndex < end ? "inTree" : "queued";
  return {
    tree,
    existing: leafIndex === undefined ? null : where,
    inRange,
    low: await elementBefore(reading, { tree, end }, address),
  };
}
