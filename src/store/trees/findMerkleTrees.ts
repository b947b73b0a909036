import { mapKey } from "../../codecs/bytes.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
import { andThen, type MaybePromise } from "../maybePromise.ts";
import { paddedKeys, placeholdersFor } from "../inLists.ts";
import { trees, treeStates } from "../schema/tables.ts";
import { rowToTree } from "../write/treeProgress.ts";
import { sharedTrees } from "./sharedTrees.ts";
import { rowToState, stateOfNewTree } from "./treeStates.ts";
import {
  type MerkleTree,
  merkleTreeOf,
  type StoreHistory,
} from "./treeStatus.ts";

export interface FoundTrees {
  readonly slot: Slot;
  /** In the order of their keys. */
  readonly trees: readonly MerkleTree[];
}

/** The tree with a key, or undefined if there is none. */
export type TreeLookup = (key: Address) => MerkleTree | undefined;

export interface LookedUpTrees {
  readonly slot: Slot;
  readonly treeOf: TreeLookup;
}

const TREE_COLUMNS = Object.keys(trees.columns);
const STATE_COLUMNS = Object.keys(treeStates.columns);
const FACTS_ABOUT_STORE = 3;

/** All trees. */
export function findMerkleTrees(reading: Reading): MaybePromise<FoundTrees> {
  const shared = sharedTrees(reading);
  if (shared?.all) return shared.all;
  return andThen(readTrees(reading, null), (found) => {
    if (shared) shared.all = found;
    return found;
  });
}

/** Looks up the trees with these keys. `treeOf` may not know any others. */
export function lookUpTrees(
  reading: Reading,
  keys: readonly Address[],
): MaybePromise<LookedUpTrees> {
  const shared = sharedTrees(reading);
  const byKey = shared?.byKey ?? new Map<string, MerkleTree>();
  const treeOf: TreeLookup = (key) => byKey.get(mapKey(key));
  const missing = keys.filter((key) => !treeOf(key));
  const slot = shared?.slot ?? null;
  if (slot !== null && missing.length === 0) return { slot, treeOf };
  const distinct = new Map(missing.map((key) => [mapKey(key), key]));
  return andThen(readTrees(reading, [...distinct.values()]), (found) => {
    if (shared) shared.slot = found.slot;
    for (const tree of found.trees) byKey.set(mapKey(tree.tree), tree);
    return { slot: found.slot, treeOf };
  });
}

function readTrees(
  reading: Reading,
  only: readonly Address[] | null,
): MaybePromise<FoundTrees> {
  const asked = only && paddedKeys(only);
  const columns = [
    ...TREE_COLUMNS.map((name) => `t.${name}`),
    ...STATE_COLUMNS.map((name) => `s.${name}`),
  ];
  const isAsked = asked ? `t.tree in (${placeholdersFor(asked)})` : "true";
  const rows = reading.all(
    `select (select coalesce(max(slot), 0) from blocks),
       (select value from facts where name = 'chain'),
       (select value from facts where name = 'trees_missing_to'),
       ${columns.join(", ")}
     from (select 1 as always) as one
     left join trees t on ${isAsked}
     left join tree_states s on s.tree = t.tree
     order by t.tree`,
    asked ?? [],
  );
  return andThen(rows, toTrees);
}

function toTrees(rows: readonly Row[]): FoundTrees {
  const history = historyOf(rows[0]!);
  const trees = rows
    .map((row) => row.slice(FACTS_ABOUT_STORE))
    .filter(([tree]) => tree !== null)
    .map((row) => rowToMerkleTree(row, history));
  return { slot: rows[0]![0] as Slot, trees };
}

function historyOf([, chain, missingTo]: Row): StoreHistory {
  return {
    isLive: typeof chain === "string" && chain.startsWith("genesis:"),
    missingTo: missingTo === null ? null : Number(missingTo),
  };
}

function rowToMerkleTree(row: Row, history: StoreHistory): MerkleTree {
  const tree = rowToTree(row);
  const state = row.slice(TREE_COLUMNS.length);
  return merkleTreeOf(
    tree,
    state[0] === null ? stateOfNewTree(tree.tree) : rowToState(state),
    history,
  );
}
