import { mapKey } from "../../codecs/bytes.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import type { Tree, TreeType } from "../../domain/tree.ts";
import type { Address } from "../../domain/values.ts";
import {
  merkleContextOf,
  type MerkleContext,
  type MerkleContexts,
} from "../../render/merkleContext.ts";
import type { Dialect } from "../dialect.ts";

/** The trees as of the same statement, for the V2 form of the items it read. */
export interface KnownTrees {
  readonly contexts: MerkleContexts;
  readonly treeOf: (tree: Uint8Array) => Tree;
}

/** A column with all trees with accounts, as one text. Reading them in the page's statement keeps them consistent with its rows. */
export function treesColumn(dialect: Dialect): string {
  const hex = (column: string) => dialect.hex(column);
  return `(select string_agg(${hex("tree")} || ' ' || ${hex("queue")} || ' ' || type || ' ' || leaves_appended, ',') from trees where leaves > 0)`;
}

let last: { text: string; trees: KnownTrees } = { text: "", trees: parse("") };

/** Cached: foresters append every few minutes, and until then every page reads the same text. */
export function parseTrees(column: string | null): KnownTrees {
  const text = column ?? "";
  if (text !== last.text) last = { text, trees: parse(text) };
  return last.trees;
}

function parse(text: string): KnownTrees {
  const trees = new Map<string, Tree>();
  const contexts = new Map<string, MerkleContext>();
  for (const entry of text === "" ? [] : text.split(",")) {
    const [name, queue, type, leavesAppended] = entry.split(" ");
    const tree: Tree = {
      tree: Buffer.from(name!, "hex") as Uint8Array as Address,
      queue: Buffer.from(queue!, "hex") as Uint8Array as Address,
      type: Number(type) as TreeType,
    };
    trees.set(mapKey(tree.tree), tree);
    contexts.set(
      encodeBase58(tree.tree),
      merkleContextOf(tree, Number(leavesAppended)),
    );
  }
  return {
    contexts,
    treeOf: (tree) => {
      const found = trees.get(mapKey(tree));
      if (!found) throw new Error("an account's tree is missing");
      return found;
    },
  };
}
