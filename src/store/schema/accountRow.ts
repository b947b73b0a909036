import { decodeU64, encodeU64 } from "../../codecs/bigEndian.ts";
import { parseTokenData } from "../../codecs/accounts/token.ts";
import type { Account, AccountData } from "../../domain/account.ts";
import type { QueuedNullifier } from "../../domain/update.ts";
import type { Tree } from "../../domain/tree.ts";
import type { Address, Hash, Signature, Slot } from "../../domain/values.ts";
import type { Row } from "../connection.ts";

/** An account and what has happened to it so far. */
export interface StoredAccount {
  readonly account: Account;
  readonly slotCreated: Slot;
  readonly createdBy: Signature;
  spent: Spend | null;
}

export interface Spend {
  readonly slot: Slot;
  readonly signature: Signature;
  /** Where the input waits in a V2 tree's nullifier queue; null in V1 trees. */
  readonly nullifier: Pick<
    QueuedNullifier,
    "queueIndex" | "transactionHash"
  > | null;
}

export function accountToRow(stored: StoredAccount): Row {
  const { account, spent } = stored;
  const { data } = account;
  return [
    account.hash,
    account.address,
    account.owner,
    encodeU64(account.lamports),
    data && encodeU64(data.discriminator),
    data && data.data,
    data && data.dataHash,
    account.tree,
    account.leafIndex,
    account.seq === null ? null : encodeU64(account.seq),
    stored.slotCreated,
    stored.createdBy,
    spent && spent.slot,
    spent && spent.signature,
    ...nullifierToRow(spent?.nullifier ?? null),
  ];
}

type Nullifier = NonNullable<Spend["nullifier"]>;

export function nullifierToRow(nullifier: Nullifier | null): Row {
  if (!nullifier) return [null, null];
  return [encodeU64(nullifier.queueIndex), nullifier.transactionHash];
}

export function rowToNullifier([index, hash]: Row): Nullifier | null {
  if (!index) return null;
  return {
    queueIndex: decodeU64(index as Uint8Array),
    transactionHash: hash as Hash,
  };
}

export function rowToAccount(
  row: Row,
  treeOf: (tree: Uint8Array) => Tree,
): StoredAccount {
  const owner = row[2] as Address;
  const data = rowToData(row);
  const tree = treeOf(row[7] as Uint8Array);
  return {
    account: {
      hash: row[0] as Hash,
      address: row[1] as Address | null,
      owner,
      lamports: decodeU64(row[3] as Uint8Array),
      data,
      tree: tree.tree,
      queue: tree.queue,
      treeType: tree.type,
      leafIndex: row[8] as number,
      seq: row[9] === null ? null : decodeU64(row[9] as Uint8Array),
      token: parseTokenData(owner, data),
    },
    slotCreated: row[10] as number,
    createdBy: row[11] as Signature,
    spent: rowToSpend(row),
  };
}

function rowToData(row: Row): AccountData | null {
  if (row[4] === null) return null;
  return {
    discriminator: decodeU64(row[4] as Uint8Array),
    data: row[5] as Uint8Array,
    dataHash: row[6] as Hash,
  };
}

function rowToSpend(row: Row): Spend | null {
  if (row[12] === null) return null;
  return {
    slot: row[12] as number,
    signature: row[13] as Signature,
    nullifier: rowToNullifier(row.slice(14, 16)),
  };
}
