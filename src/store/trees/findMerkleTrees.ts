import { mapKey } from "../../codecs/bytes.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
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

export function treeLookup(trees: readonly MerkleTree[]): TreeLookup {
  const byKey = new Map(trees.map((tree) => [mapKey(tree.tree), tree]));
  return (key) => byKey.get(mapKey(key));
}

const TREE_COLUMNS = Object.keys(trees.columns);
const STATE_COLUMNS = Object.keys(treeStates.columns);
const FACTS_ABOUT_STORE = 3;

/** Finds these trees, or all; keys that are no trees are ignored. */
export async function findMerkleTrees(
  reading: Reading,
  only: readonly Address[] | null = null,
): Promise<FoundTrees> {
  const shared = sharedTrees(reading);
  const name = only ? only.map(mapKey).join("") : "all";
  const known = shared?.get(name);
  if (known) return known;
  const found = await readTrees(reading, only);
  shared?.set(name, found);
  return found;
}

async function readTrees(
  reading: Reading,
  only: readonly Address[] | null,
): Promise<FoundTrees> {
  const asked = only && paddedKeys(only);
  const columns = [
    ...TREE_COLUMNS.map((name) => `t.${name}`),
    ...STATE_COLUMNS.map((name) => `s.${name}`),
  ];
  const isAsked = asked ? `t.tree in (${placeholdersFor(asked)})` : "true";
  const rows = await reading.all(
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
  const history = historyOf(rows[0]!);
  return {
    slot: rows[0]![0] as Slot,
    trees: rows
      .map((row) => row.slice(FACTS_ABOUT_STORE))
      .filter(([tree]) => tree !== null)
      .map((row) => rowToMerkleTree(row, history)),
  };
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
