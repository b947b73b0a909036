import {
  accountColumns,
  delegatedTokenColumns,
  holderColumns,
  ownedTokenColumns,
  signatureColumns,
} from "./columns.ts";
import type { Column } from "./parts/pagedTable.ts";

/** A list for a key. An item in it shows what kind of key it is. */
export interface List {
  /** Name in the link. */
  readonly view: string;
  readonly title: string;
  /** The kind of a key with an item in this list, or null if another list decides that. */
  readonly means: string | null;
  readonly method: string;
  /** The name of the parameter for the key. */
  readonly parameter: string;
  // The columns of a list match the items of its method.
  readonly columns: readonly Column<never>[];
  readonly empty: readonly [title: string, hint: string];
  /** Items of one request. */
  readonly page: number;
}

const HISTORY_EMPTY =
  "Only successful transactions with compressed state are listed.";

export const LISTS: readonly List[] = [
  {
    view: "holders",
    title: "Holders",
    means: "Mint",
    method: "getCompressedMintTokenHolders",
    parameter: "mint",
    columns: holderColumns,
    empty: [
      "This mint has no holders",
      "Its compressed accounts are spent, or it is not a mint.",
    ],
    page: 1000,
  },
  {
    view: "tokens",
    title: "Tokens",
    means: "Token owner",
    method: "getCompressedTokenAccountsByOwner",
    parameter: "owner",
    columns: ownedTokenColumns,
    empty: ["No compressed tokens", "This key owns no unspent token account."],
    page: 100,
  },
  {
    view: "delegated",
    title: "Delegated to it",
    means: "Delegate",
    method: "getCompressedTokenAccountsByDelegate",
    parameter: "delegate",
    columns: delegatedTokenColumns,
    empty: [
      "Nothing delegated",
      "No unspent token account names this key as its delegate.",
    ],
    page: 100,
  },
  {
    view: "accounts",
    title: "Accounts",
    means: "Account owner",
    method: "getCompressedAccountsByOwner",
    parameter: "owner",
    columns: accountColumns,
    empty: ["No compressed accounts", "No unspent account matches."],
    page: 100,
  },
  {
    view: "address-history",
    title: "Address history",
    means: "Account address",
    method: "getCompressionSignaturesForAddress",
    parameter: "address",
    columns: signatureColumns,
    empty: ["No history of this address", HISTORY_EMPTY],
    page: 100,
  },
  {
    view: "token-history",
    title: "Token history",
    means: null,
    method: "getCompressionSignaturesForTokenOwner",
    parameter: "owner",
    columns: signatureColumns,
    empty: ["No token history", HISTORY_EMPTY],
    page: 100,
  },
  {
    view: "history",
    title: "Owner history",
    means: null,
    method: "getCompressionSignaturesForOwner",
    parameter: "owner",
    columns: signatureColumns,
    empty: ["No history of this owner", HISTORY_EMPTY],
    page: 100,
  },
];
