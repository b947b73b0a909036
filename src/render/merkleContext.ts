import { encodeBase58 } from "../codecs/base58.ts";
import { TreeType, type Tree } from "../domain/tree.ts";

/** What V2 shapes say about the tree an account is in. */
export interface MerkleContext {
  readonly json: string;
  /** Leaves from this one on still wait in the output queue; none do in V1 trees, which have no such queue. */
  readonly queuedFrom: number;
}

/** By the tree's base58 name, as rendered accounts give it. */
export type MerkleContexts = ReadonlyMap<string, MerkleContext>;

/** Neither a CPI context account nor a next tree is known to an indexer; clients want the keys all the same. */
export function merkleContextOf(
  { tree, queue, type }: Tree,
  leavesAppended: number,
): MerkleContext {
  return {
    json: `{"treeType":${type},"tree":"${encodeBase58(tree)}","queue":"${encodeBase58(queue)}","cpiContext":null,"nextTreeContext":null}`,
    queuedFrom: type === TreeType.StateV2 ? leavesAppended : Infinity,
  };
}

const BEFORE_TREE = ',"tree":"';
const BEFORE_LEAF = '","leafIndex":';
/** Of a leaf index, which has 32 bits. */
const MOST_DIGITS = 10;

/**
 * Brings rendered accounts, any number of them and whatever stands around them, to their V2 shape: the tree moves into a
 * Merkle context at the end. Base58 and base64 hold no quotes, so the marks are found nowhere else.
 */
export function renderMerkleContexts(
  accounts: string,
  contexts: MerkleContexts,
): string {
  let shaped = "";
  let done = 0;
  for (;;) {
    const at = accounts.indexOf(BEFORE_TREE, done);
    if (at < 0) return shaped + accounts.slice(done);
    const name = at + BEFORE_TREE.length;
    const nameEnd = accounts.indexOf('"', name);
    const end = accounts.indexOf("}", nameEnd);
    const context = contexts.get(accounts.slice(name, nameEnd));
    if (!context) throw new Error("an account's tree is missing");
    const leaf = nameEnd + BEFORE_LEAF.length;
    const leafIndex = parseInt(accounts.slice(leaf, leaf + MOST_DIGITS));
    shaped +=
      accounts.slice(done, at) +
      accounts.slice(nameEnd + 1, end) +
      `,"proveByIndex":${leafIndex >= context.queuedFrom},"merkleContext":${context.json}`;
    done = end;
  }
}
