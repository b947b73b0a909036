import { encodeBase58 } from "../../codecs/base58.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Hash } from "../../domain/values.ts";
import type { AccountProof } from "../../store/trees/proofs/findAccountProofs.ts";
import type {
  AddressProof,
  UnknownTree,
} from "../../store/trees/proofs/findAddressProofs.ts";
import type { MerklePath } from "../../store/trees/proofs/merklePath.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { RpcError } from "../errors.ts";

/** A proof that an address is absent: its tree is an address tree, and the next lower element is known. */
export type UsableAddressProof = AddressProof & {
  readonly low: NonNullable<AddressProof["low"]>;
  readonly path: MerklePath;
};

/** Which accounts a method proves. `field` names the field of each account in errors. */
export interface AccountRules {
  readonly field: (i: number) => string;
  /** Accepts accounts in an output queue, which are proven by their index. */
  readonly queued: boolean;
  /** Accepts spent accounts of V1 trees until they are nullified, because foresters need the proof to nullify them. */
  readonly spentV1: boolean;
}

export function refuse(field: string, why: string): RpcError {
  return new RpcError("invalidParams", `${field}: ${why}`);
}

/** Throws for the first account that cannot be proven. */
export function assertProvable(
  found: readonly (AccountProof | null)[],
  rules: AccountRules,
): asserts found is readonly AccountProof[] {
  for (const [i, proof] of found.entries()) {
    const why = whyNotProvable(proof, rules);
    if (why) throw refuse(rules.field(i), why);
    if (!proof!.inOutputQueue) assertUsable(proof!.tree);
  }
}

function whyNotProvable(
  proof: AccountProof | null,
  { queued, spentV1 }: AccountRules,
): string | null {
  if (!proof) return "no account has this hash";
  const { account, tree, isLeaf, inOutputQueue } = proof;
  const isProvenSpent = spentV1 && tree.type === TreeType.StateV1 && isLeaf;
  if (account.spentSlot !== null && !isProvenSpent)
    return `this account was spent in slot ${account.spentSlot}`;
  if (inOutputQueue && !queued)
    return "this account is in the output queue of its tree and has no path yet: getCompressedAccountProofV2 and getValidityProofV2 prove it by its index";
  if (!isLeaf && !inOutputQueue) return "the tree does not hold this account";
  return null;
}

export function assertDistinct(
  hashes: readonly Hash[],
  field: (i: number) => string,
): void {
  const first = new Map<string, number>();
  for (const [i, hash] of hashes.entries()) {
    const name = encodeBase58(hash);
    const before = first.get(name);
    if (before !== undefined)
      throw refuse(field(i), `the same hash as ${field(before)}`);
    first.set(name, i);
  }
}

/** Throws for the first address that exists, is out of range, or whose tree is not an address tree. */
export function assertNew(
  found: readonly (AddressProof | UnknownTree)[],
  field: (i: number) => string,
): asserts found is readonly UsableAddressProof[] {
  for (const [i, proof] of found.entries()) {
    const why = whyNotNew(proof);
    if (why) throw refuse(field(i), why);
    assertUsable(proof.tree!);
  }
}

function whyNotNew(proof: AddressProof | UnknownTree): string | null {
  if (!proof.tree)
    return "the tree is unknown; give the tree's own key, not its queue's";
  const { tree, existing, inRange, low } = proof;
  if (tree.type === TreeType.StateV1 || tree.type === TreeType.StateV2)
    return "this is a state tree, which holds no addresses";
  if (!inRange)
    return "an address must be greater than 0 and less than 2^248 - 1";
  if (existing === "inTree") return "this address already exists";
  if (existing === "queued")
    return "this address already exists, in the queue of its tree";
  return low ? null : "the tree holds no addresses";
}

export function assertUsable({ tree, status }: MerkleTree): void {
  if (!status.usable)
    throw new RpcError(
      "treeUnusable",
      `${encodeBase58(tree)}: ${status.detail}`,
    );
}
