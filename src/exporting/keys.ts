import { encodeBase58 } from "../codecs/base58.ts";
import type { Reader } from "../store/reader.ts";
import * as tables from "../store/schema/tables.ts";
import type { Table } from "../store/schema/tables.ts";
import type { Exported } from "./walk.ts";

/**
 * The key parameter of a list, and the tables with all its keys. These tables lose no key, so that lists that are empty
 * now are found at earlier slots.
 */
const KEYS: Readonly<
  Record<Exported, { name: string; table: Table; column: string } | null>
> = {
  getCompressedTokenAccountsByOwner: {
    ...{ name: "owner", table: tables.signaturesByTokenOwner, column: "key" },
  },
  getCompressedTokenAccountsByDelegate: {
    ...{ name: "delegate", table: tables.tokensByDelegate, column: "key" },
  },
  getCompressedAccountsByOwner: {
    ...{ name: "owner", table: tables.signaturesByOwner, column: "key" },
  },
  getCompressedMintTokenHolders: {
    ...{ name: "mint", table: tables.tokenChanges, column: "mint" },
  },
  getCompressionSignaturesForTokenOwner: {
    ...{ name: "owner", table: tables.signaturesByTokenOwner, column: "key" },
  },
  getCompressionSignaturesForAddress: {
    ...{ name: "address", table: tables.signaturesByAddress, column: "key" },
  },
  getCompressionSignaturesForOwner: {
    ...{ name: "owner", table: tables.signaturesByOwner, column: "key" },
  },
  getLatestCompressionSignatures: null,
  getCompressedTokenHistory: {
    ...{ name: "owner", table: tables.tokenChanges, column: "owner" },
  },
};

export interface ListKey {
  readonly params: Readonly<Record<string, string>>;
  /** Null for the one list without a key. */
  readonly key: string | null;
  /** Progress of the walk over all keys, from 0 to 1. */
  readonly share: number;
}

/** Yields each key of a list, in the order of its index. */
export async function* keysOf(
  read: Reader,
  method: Exported,
): AsyncGenerator<ListKey> {
  const keys = KEYS[method];
  if (!keys) {
    yield { params: {}, key: null, share: 0 };
    return;
  }
  const { name, table, column } = keys;
  const sql = `select ${column} from ${table.name} where ${column} > ? order by ${column} limit 1`;
  for (let last: Uint8Array = new Uint8Array(0); ;) {
    const [row] = await read.all(sql, [last]);
    if (!row) return;
    last = Uint8Array.from(row[0] as Uint8Array);
    const key = encodeBase58(last);
    yield { params: { [name]: key }, key, share: last[0]! / 256 };
  }
}
