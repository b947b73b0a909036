import { TreeType, type Tree } from "../../domain/tree.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { sameBytes } from "../bytes.ts";
import { ACCEPTED_TREE_OWNER, ACCOUNT_COMPRESSION } from "../programs.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** The fields of an on-chain account that identify it. The first 232 bytes of the data are enough. */
export interface AccountContent {
  /** The program that owns it. */
  readonly owner: Address;
  readonly data: Uint8Array;
}

export type TreeAccount =
  | { readonly kind: "tree"; readonly tree: Tree }
  /** Outputs of V2 trees name the output queue, whose account names the tree. */
  | { readonly kind: "queue"; readonly tree: Address }
  | { readonly kind: "refused"; readonly reason: string };

interface Layout {
  readonly owner: number;
  readonly read: (pubkey: Address, data: Uint8Array) => TreeAccount;
}

const V1_QUEUE_AT = 160;
const V2_TYPE_AT = 8;
const V2_QUEUE_AT = 168;
const TREE_OF_QUEUE_AT = 160;

/** By the first eight bytes, in hex. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  ac2bacba1d49db54: { owner: 8, read: v1Tree(TreeType.StateV1) },
  "0ba1af09d4e54949": { owner: 8, read: v1Tree(TreeType.AddressV1) },
  [ascii("BatchMta")]: { owner: 16, read: v2Tree },
  a4c86c3e573f7b41: { owner: 8, read: queue }, // V1
  [ascii("queueacc")]: { owner: 8, read: queue }, // V2
};

/** Identifies the tree an account is, or belongs to. Refuses accounts outside the public state. */
export function parseTreeAccount(
  pubkey: Address,
  { owner, data }: AccountContent,
): TreeAccount {
  if (!sameBytes(owner, ACCOUNT_COMPRESSION))
    return refused("not an account of the compression program");
  const layout = LAYOUTS[Buffer.from(data.subarray(0, 8)).toString("hex")];
  if (!layout) return refused("neither a tree nor a queue");
  try {
    if (!sameBytes(addressAt(data, layout.owner), ACCEPTED_TREE_OWNER))
      return refused("not owned by the accepted tree owner");
    return layout.read(pubkey, data);
  } catch (error) {
    if (error instanceof DecodeError) return refused(error.message);
    throw error;
  }
}

function v1Tree(type: TreeType): Layout["read"] {
  return (pubkey, data) => {
    const queue = addressAt(data, V1_QUEUE_AT);
    return { kind: "tree", tree: { tree: pubkey, queue, type } };
  };
}

function v2Tree(pubkey: Address, data: Uint8Array): TreeAccount {
  const type = Number(new ByteReader(data, V2_TYPE_AT).u64());
  if (type === TreeType.StateV2) {
    const queue = addressAt(data, V2_QUEUE_AT);
    return { kind: "tree", tree: { tree: pubkey, queue, type } };
  }
  if (type === TreeType.AddressV2)
    return { kind: "tree", tree: { tree: pubkey, queue: pubkey, type } };
  return refused(`tree type ${type} is unknown`);
}

function queue(_: Address, data: Uint8Array): TreeAccount {
  return { kind: "queue", tree: addressAt(data, TREE_OF_QUEUE_AT) };
}

/** Copied, because a view would keep the large buffer of the tree account alive as long as the book of trees. */
function addressAt(data: Uint8Array, offset: number): Address {
  return asAddress(Uint8Array.from(new ByteReader(data, offset).address()));
}

function refused(reason: string): TreeAccount {
  return { kind: "refused", reason };
}

function ascii(text: string): string {
  return Buffer.from(text).toString("hex");
}
