import { encodeBase58 } from "../codecs/base58.ts";
import { TreeType, type Tree } from "../domain/tree.ts";

/** The tree fields of an account in V2 responses. */
export interface MerkleContext {
  readonly json: string;
  /** Leaves from this index on are still in the output queue. V1 trees have no such queue. */
  readonly queuedFrom: number;
}

/** Keyed by the tree in base58, as in rendered accounts. */
export type MerkleContexts = ReadonlyMap<string, MerkleContext>;

/** An indexer knows neither CPI context account nor next tree, but clients require the fields. */
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
/** Maximum digits of a leaf index, which has 32 bits. */
const MAX_DIGITS = 10;

/**
 * Converts all rendered accounts in a text to their V2 form: the tree moves into a Merkle context at the end. Base58 and
 * base64 contain no quotes, so the search strings cannot occur inside values.
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
    const leafIndex = parseInt(accounts.slice(leaf, leaf + MAX_DIGITS));
    shaped +=
      accounts.slice(done, at) +
      accounts.slice(nameEnd + 1, end) +
      `,"proveByIndex":${leafIndex >= context.queuedFrom},"merkleContext":${context.json}`;
    done = end;
  }
}
