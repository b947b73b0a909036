// The elements of an address tree form a list in the order of their values. Only values and leaf indexes are stored:
// the neighbours of an element follow from the others, in whatever order they arrived.
import {
  HIGHEST_ADDRESS,
  type IndexedElement,
  indexedLeafV1,
  indexedLeafV2,
  LOWEST_ADDRESS,
} from "../../codecs/hashing/indexedLeaf.ts";
import { type Tree, TreeType } from "../../domain/tree.ts";
import type { Address, Hash } from "../../domain/values.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { Reading, Row } from "../connection.ts";
import { inChunks, padded, paddedKeys, placeholdersFor } from "../inLists.ts";
import { addressElements } from "../schema/tables.ts";
import { newTreeOf } from "./newTree.ts";

const { name: TABLE } = addressElements;

/** The elements of a tree with leaves below `end`. Those from `end` on are still queued. */
export interface ElementList {
  readonly tree: Tree;
  readonly end: number;
}

export interface PlacedElement extends IndexedElement {
  readonly leafIndex: number;
}

function leafOfElement(type: TreeType, element: IndexedElement): Hash {
  return type === TreeType.AddressV1
    ? indexedLeafV1(element)
    : indexedLeafV2(element);
}

/** The leaves of these elements, if the list has them. */
export async function leavesOfElements(
  reading: Reading,
  list: ElementList,
  leafIndexes: readonly number[],
): Promise<Map<number, Hash>> {
  const { type } = list.tree;
  const leaves = new Map<number, Hash>();
  for (const element of await elementsAt(reading, list, leafIndexes))
    leaves.set(element.leafIndex, leafOfElement(type, element));
  return leaves;
}

async function elementsAt(
  reading: Reading,
  list: ElementList,
  leafIndexes: readonly number[],
): Promise<PlacedElement[]> {
  const { tree, end } = list;
  const placed = leafIndexes.filter((leaf) => leaf < end);
  const found = await askAt(reading, list, placed, AFTER);
  const elements = found.map(([leafIndex, value, nextValue, nextIndex]) => ({
    leafIndex: leafIndex as number,
    value: value as Address,
    ...nextOf(tree.type, nextValue as Address | null, nextIndex as number),
  }));
  if (placed.includes(0)) elements.push(await lowestElement(reading, list));
  if (tree.type === TreeType.AddressV1 && placed.includes(1))
    elements.push(HIGHEST_ELEMENT);
  return elements;
}

const HIGHEST_ELEMENT: PlacedElement = {
  leafIndex: 1,
  value: HIGHEST_ADDRESS,
  nextIndex: 0,
  nextValue: LOWEST_ADDRESS,
};

function nextOf(
  type: TreeType,
  nextValue: Address | null,
  nextIndex: number,
): Pick<IndexedElement, "nextValue" | "nextIndex"> {
  if (nextValue) return { nextValue, nextIndex };
  return {
    nextValue: HIGHEST_ADDRESS,
    nextIndex: type === TreeType.AddressV1 ? 1 : 0,
  };
}

/** For each of these leaves that has an element: the leaf of the next lower element. */
export async function leavesBefore(
  reading: Reading,
  list: ElementList,
  leafIndexes: readonly number[],
): Promise<number[]> {
  const found = await askAt(reading, list, leafIndexes, BEFORE);
  return found.map(([, , before]) => (before as number | null) ?? 0);
}

/** Where a value belongs in a list. */
export interface PlaceInList {
  /** The element with the largest value below it. */
  readonly low: PlacedElement;
  /** The leaf of the value itself, if it is an element or queued. */
  readonly own: number | null;
}

/** The places of these values, in their order. Many values share a statement. */
export async function placesOf(
  reading: Reading,
  list: ElementList,
  values: readonly Address[],
): Promise<PlaceInList[]> {
  const places: PlaceInList[] = [];
  for (const chunk of inChunks(values)) {
    const found = await askPlaces(reading, list, chunk);
    const byValue = new Map(
      found.map((row) => [mapKey(row[0] as Uint8Array), row]),
    );
    for (const value of chunk)
      places.push(rowToPlace(list, byValue.get(mapKey(value))!));
  }
  return places;
}

function rowToPlace({ tree }: ElementList, row: Row): PlaceInList {
  const [, own, value, leafIndex, nextValue, nextIndex] = row;
  return {
    own: own as number | null,
    low: {
      value: (value ?? LOWEST_ADDRESS) as Address,
      leafIndex: (leafIndex ?? 0) as number,
      ...nextOf(tree.type, nextValue as Address | null, nextIndex as number),
    },
  };
}

/** Value, its own leaf, value and leaf of the element before it, and of the one after that. */
async function askPlaces(
  reading: Reading,
  { tree, end }: ElementList,
  values: readonly Address[],
): Promise<readonly Row[]> {
  const { bytes } = reading.dialect.types;
  const asked = paddedKeys(values);
  const list = asked.map(() => `(cast(? as ${bytes}))`).join(", ");
  const neighbour = (column: string, compared: string, order: string) =>
    `(select e.${column} from ${TABLE} e where e.tree = t.tree and e.value ${compared} a.value and e.leaf_index < t.leaves order by e.value ${order} limit 1)`;
  return reading.all(
    `with asked (value) as (values ${list}),
       of_tree (tree, leaves) as (values (cast(? as ${bytes}), cast(? as ${reading.dialect.types.integer})))
     select a.value,
       (select e.leaf_index from ${TABLE} e where e.tree = t.tree and e.value = a.value),
       ${neighbour("value", "<", "desc")}, ${neighbour("leaf_index", "<", "desc")},
       ${neighbour("value", ">=", "asc")}, ${neighbour("leaf_index", ">=", "asc")}
     from asked a, of_tree t`,
    [...asked, tree.tree, end],
  );
}

function lowestElement(
  reading: Reading,
  list: ElementList,
): Promise<PlacedElement> {
  return elementAfter(reading, list, LOWEST_ADDRESS).then((next) => ({
    leafIndex: 0,
    value: LOWEST_ADDRESS,
    ...next,
  }));
}

async function elementAfter(
  reading: Reading,
  { tree, end }: ElementList,
  value: Address,
) {
  const [row] = await reading.all(
    `select value, leaf_index from ${TABLE} where tree = ? and value > ? and leaf_index < ? order by value limit 1`,
    [tree.tree, value, end],
  );
  return nextOf(tree.type, (row?.[0] ?? null) as Address, row?.[1] as number);
}

/** Up to `limit` leaves of elements, from one leaf to another (exclusive). */
export async function elementLeavesBetween(
  reading: Reading,
  tree: Tree,
  from: number,
  to: number,
  limit: number,
): Promise<number[]> {
  const initial = newTreeOf(tree.type).leaves.keys();
  const rows = await reading.all(
    `select leaf_index from ${TABLE} where tree = ? and leaf_index >= ? and leaf_index < ? order by leaf_index limit ${limit}`,
    [tree.tree, from, to],
  );
  return [
    ...[...initial].filter((leaf) => leaf >= from && leaf < to),
    ...rows.map(([leaf]) => leaf as number),
  ];
}

const AFTER = ["value", "leaf_index"].map(
  (column) =>
    `(select n.${column} from ${TABLE} n where n.tree = e.tree and n.value > e.value and n.leaf_index < ? order by n.value limit 1)`,
);
const BEFORE = [
  `(select n.leaf_index from ${TABLE} n where n.tree = e.tree and n.value < e.value and n.leaf_index < ? order by n.value desc limit 1)`,
];

/** Leaf index, value, and selected neighbours of the elements at these leaves. */
async function askAt(
  reading: Reading,
  { tree, end }: ElementList,
  leafIndexes: readonly number[],
  questions: readonly string[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const chunk of inChunks(leafIndexes)) {
    const asked = padded(chunk, -1);
    const sql = `select e.leaf_index, e.value, ${questions.join(", ")} from ${TABLE} e where e.tree = ? and e.leaf_index in (${placeholdersFor(asked)})`;
    const ends = questions.map(() => end);
    found.push(...(await reading.all(sql, [...ends, tree.tree, ...asked])));
  }
  return found;
}
