// Handmade accounts and blocks, for tests of single ones.
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { parseTokenData } from "../../src/codecs/accounts/token.ts";
import type { Account, AccountData } from "../../src/domain/account.ts";
import { TreeType } from "../../src/domain/tree.ts";
import {
  NO_CHANGES,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import {
  asAddress,
  asHash,
  asSignature,
  type Address,
} from "../../src/domain/values.ts";
import { headerOf } from "../encoder/block.ts";

export const key = (fill: number): Address =>
  asAddress(new Uint8Array(32).fill(fill));
const hash = (fill: number) => asHash(new Uint8Array(32).fill(fill));
export const signature = (n: number) => {
  const bytes = Buffer.alloc(64, 9);
  bytes.writeUInt32BE(n);
  return asSignature(bytes);
};

/** `fill` is every byte of its hash, and its leaf index. */
export function sampleAccount(
  fill: number,
  fields: Partial<Pick<Account, "owner" | "address" | "lamports">>,
  data: Pick<AccountData, "discriminator" | "data"> | null = null,
): Account {
  const owner = fields.owner ?? key(1);
  const whole = data && { ...data, dataHash: hash(fill) };
  return {
    hash: hash(fill),
    address: null,
    lamports: 0n,
    ...fields,
    owner,
    data: whole,
    tree: key(200),
    queue: key(201),
    treeType: TreeType.StateV2,
    leafIndex: fill,
    seq: null,
    token: parseTokenData(owner, whole),
  };
}

export function sampleToken(
  fill: number,
  owner: Address,
  mint: Address,
  amount: bigint,
): Account {
  const data = Buffer.alloc(75);
  data.set(mint);
  data.set(owner, 32);
  data.writeBigUInt64LE(amount, 64);
  const fields = { owner: COMPRESSED_TOKEN };
  return sampleAccount(fill, fields, { discriminator: 2n, data });
}

/** A block that follows the one a slot before. */
export function sampleBlock(
  slot: number,
  { created = [], spent = [] }: Partial<TransactionUpdate>,
  others: StateUpdate["others"] = [],
): StateUpdate {
  const transaction = {
    ...NO_CHANGES,
    signature: signature(slot),
    created,
    spent,
  };
  const isEmpty = created.length + spent.length === 0;
  return {
    block: headerOf(slot),
    transactions: isEmpty ? [] : [transaction],
    others,
    setAside: [],
  };
}
