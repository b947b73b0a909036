// The eight methods: the list each reads, and the keys to request.
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { cursorOf, type Cursor } from "../../src/rpc/cursor.ts";
import * as tables from "../../src/store/schema/tables.ts";
import { keyBytes, type KeyKind } from "../state/keys.ts";

export interface AskedList {
  readonly method: string;
  readonly table: tables.Table;
  readonly direction: "asc" | "desc";
  /** The name of the parameter for the key; null for the list without a key. */
  readonly parameter: string | null;
  /** Key number `index`; number 0 is the busiest. */
  readonly key: (index: number) => Uint8Array;
  readonly cursor: Cursor;
}

const keys = (kind: KeyKind) => (index: number) => keyBytes(kind, index);
/** The token program owns half of all accounts. */
const accountOwner = (index: number) =>
  index === 0 ? COMPRESSED_TOKEN : keyBytes("program", index - 1);
const byMint = cursorOf("mint", "hash");
const byHash = cursorOf("hash");
const byTime = cursorOf("slot", "signature");
const byBalance = cursorOf("balance", "owner");

// prettier-ignore
export const askedLists: readonly AskedList[] = [
  { method: "getCompressedTokenAccountsByOwner", table: tables.tokensByOwner, direction: "asc", parameter: "owner", key: keys("owner"), cursor: byMint },
  { method: "getCompressedTokenAccountsByDelegate", table: tables.tokensByDelegate, direction: "asc", parameter: "delegate", key: keys("delegate"), cursor: byMint },
  { method: "getCompressedAccountsByOwner", table: tables.accountsByOwner, direction: "asc", parameter: "owner", key: accountOwner, cursor: byHash },
  { method: "getCompressionSignaturesForTokenOwner", table: tables.signaturesByTokenOwner, direction: "desc", parameter: "owner", key: keys("owner"), cursor: byTime },
  { method: "getCompressionSignaturesForAddress", table: tables.signaturesByAddress, direction: "desc", parameter: "address", key: keys("address"), cursor: byTime },
  { method: "getCompressionSignaturesForOwner", table: tables.signaturesByOwner, direction: "desc", parameter: "owner", key: accountOwner, cursor: byTime },
  { method: "getLatestCompressionSignatures", table: tables.transactions, direction: "desc", parameter: null, key: () => new Uint8Array(0), cursor: byTime },
  { method: "getCompressedMintTokenHolders", table: tables.holders, direction: "desc", parameter: "mint", key: keys("mint"), cursor: byBalance },
];
