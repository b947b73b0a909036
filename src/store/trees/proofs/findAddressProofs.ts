import {
  HIGHEST_ADDRESS,
  LOWEST_ADDRESS,
} from "../../../codecs/hashing/indexedLeaf.ts";
import { mapKey } from "../../../codecs/bytes.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { Address } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { countsToHash } from "../counts.ts";
import { placesOf, type PlacedElement } from "../elements.ts";
import type { TreeLookup } from "../findMerkleTrees.ts";
import { findPaths } from "./findPaths.ts";
import type { MerklePath } from "./merklePath.ts";
import type { MerkleTree } from "../treeStatus.ts";

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
  const places = new Map<AddressQuery, Omit<AddressProof, "path">>();
  for (const [key, queries] of byTree(asked)) {
    const tree = treeOf(key);
    if (!tree) continue;
    const placed = await placesIn(reading, tree, queries);
    for (const [i, query] of queries.entries()) places.set(query, placed[i]!);
  }
  return withPaths(
    reading,
    asked.map((query) => places.get(query) ?? { tree: null }),
  );
}

function byTree(
  asked: readonly AddressQuery[],
): Iterable<[tree: Address, queries: AddressQuery[]]> {
  const groups = new Map<string, [Address, AddressQuery[]]>();
  for (const query of asked) {
    const key = mapKey(query.tree);
    const group = groups.get(key);
    if (group) group[1].push(query);
    else groups.set(key, [query.tree, [query]]);
  }
  return groups.values();
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

async function placesIn(
  reading: Reading,
  tree: MerkleTree,
  queries: readonly AddressQuery[],
): Promise<Omit<AddressProof, "path">[]> {
  if (tree.type === TreeType.StateV1 || tree.type === TreeType.StateV2)
    return queries.map(({ address }) => ({
      ...{ tree, existing: null, low: null },
      inRange: isInRange(address),
    }));
  const { elements: end } = countsToHash(tree);
  const addresses = queries.map(({ address }) => address);
  const places = await placesOf(reading, { tree, end }, addresses);
  return places.map(({ own, low }, i) => ({
    ...{ tree, low },
    existing: own === null ? null : own < end ? "inTree" : "queued",
    inRange: isInRange(addresses[i]!),
  }));
}

function isInRange(address: Address): boolean {
  return (
    Buffer.compare(address, LOWEST_ADDRESS) > 0 &&
    Buffer.compare(address, HIGHEST_ADDRESS) < 0
  );
}
