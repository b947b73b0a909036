import { encodeBase58 } from "../../codecs/base58.ts";
import type { Tree } from "../../domain/tree.ts";
import { merkleContextOf } from "../../render/merkleContext.ts";
import type { Address, Hash } from "../../domain/values.ts";
import type { AccountProof } from "../../store/trees/proofs/findAccountProofs.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { renderSiblings } from "./renderSiblings.ts";
import type { UsableAddressProof } from "./refusals.ts";
import { rootIndex } from "./rootIndex.ts";

export function renderHashes(hashes: readonly (Hash | Address)[]): string {
  return hashes.length === 0
    ? "[]"
    : `["${hashes.map(encodeBase58).join('","')}"]`;
}

interface TreeTexts {
  readonly tree: string;
  readonly root: string;
}

/** Requests share a tree until it changes. */
const treeTexts = new WeakMap<MerkleTree, TreeTexts>();

function textsOf(tree: MerkleTree): TreeTexts {
  let texts = treeTexts.get(tree);
  if (!texts) {
    texts = { tree: encodeBase58(tree.tree), root: encodeBase58(tree.root) };
    treeTexts.set(tree, texts);
  }
  return texts;
}

/** The result of `getCompressedAccountProof`. The leaf's sibling comes first. */
export function renderAccountProof({ tree, path }: AccountProof): string {
  return `{${renderPath({ tree, path })},"merkleTree":"${textsOf(tree).tree}","rootSeq":${tree.rootSeq}}`;
}

/** `hash` is the leaf at the account's index: the account's own hash, unless it waits in the output queue. */
export function renderAccountProofV2(proof: AccountProof): string {
  const { tree, isLeaf } = proof;
  return `{${renderPath(proof)},"rootSeq":${tree.rootSeq},"proveByIndex":${!isLeaf},${treeContext(tree)}}`;
}

/** A list omits the path of an account that is proven by its index. */
export function renderListedProofV2(proof: AccountProof): string {
  if (proof.isLeaf) return renderAccountProofV2(proof);
  const { account, path } = proof;
  return `{"proof":[],"root":"${NO_ROOT}","leafIndex":${path.leafIndex},"hash":"${encodeBase58(account.hash)}","rootSeq":0,"proveByIndex":true,${treeContext(proof.tree)}}`;
}

/** 32 zeros in base58. */
export const NO_ROOT = "1".repeat(32);

/** An account in the output queue has no root yet. */
export function renderProvenAccountV2(proof: AccountProof): string {
  const { account, tree, inOutputQueue } = proof;
  const root = inOutputQueue ? NO_ROOT : textsOf(tree).root;
  const index = inOutputQueue ? 0 : rootIndex(tree);
  const { hash, leafIndex } = account;
  return `{"hash":"${encodeBase58(hash)}","root":"${root}","rootIndex":{"rootIndex":${index},"proveByIndex":${inOutputQueue}},"leafIndex":${leafIndex},"merkleContext":${merkleContextOf(tree, 0).json}}`;
}

/** The programs read the root index of an address as 16 bits. */
export function renderProvenAddressV2(
  address: Uint8Array,
  { tree }: UsableAddressProof,
): string {
  const index = rootIndex(tree) & 0xffff;
  return `{"address":"${encodeBase58(address)}","root":"${textsOf(tree).root}","rootIndex":${index},"merkleContext":${merkleContextOf(tree, 0).json}}`;
}

function renderPath({ tree, path }: Pick<AccountProof, "tree" | "path">) {
  return `"proof":${renderSiblings(path)},"root":"${textsOf(tree).root}","leafIndex":${path.leafIndex},"hash":"${encodeBase58(path.leaf)}"`;
}

function treeContext({ type, tree, queue }: Tree): string {
  return `"treeContext":{"treeType":${type},"tree":"${encodeBase58(tree)}","queue":"${encodeBase58(queue)}","cpiContext":null}`;
}

/** A proof that an address is not in its tree: the next lower element links to the next higher one. */
export function renderAddressProof(
  address: Uint8Array,
  { tree, low, path }: UsableAddressProof,
): string {
  return `{"root":"${textsOf(tree).root}","address":"${encodeBase58(address)}","lowerRangeAddress":"${encodeBase58(low.value)}","higherRangeAddress":"${encodeBase58(low.nextValue)}","nextIndex":${low.nextIndex},"proof":${renderSiblings(path)},"merkleTree":"${textsOf(tree).tree}","rootSeq":${tree.rootSeq},"lowElementLeafIndex":${low.leafIndex}}`;
}
