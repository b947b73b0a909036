import {
  accountColumns,
  balanceColumns,
  changeColumns,
  delegatedTokenColumns,
  givenColumns,
  holderColumns,
  ownedTokenColumns,
  signatureColumns,
} from "./columns.ts";
import type { Holder, TokenAccount } from "./items.ts";
import type { RowLayout } from "./parts/pagedTable.ts";
import type { Column } from "./parts/tableRows.ts";
import type { Server } from "./server.ts";
import type { Summaries } from "./tx/summaries.ts";

/** What the columns of a list may need. */
export interface ColumnParts {
  readonly key: string;
  readonly summaries: Summaries;
  /** Of a mint: the sum over all holders, or null if it is not known. */
  readonly total: Promise<bigint | null>;
}

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
  readonly columns: (parts: ColumnParts) => readonly Column<never>[];
  /** Items that are shown; all of them if absent. */
  readonly only?: (item: never) => boolean;
  /** What the copy button of a row copies. */
  readonly copied: (item: never) => string;
  readonly empty: readonly [title: string, hint: string];
  readonly layout?: RowLayout;
  /** Items of one request. */
  readonly page: number;
}

const HISTORY_EMPTY =
  "Only successful transactions with compressed state are listed.";

const signatures = {
  columns: ({ summaries }: ColumnParts) => signatureColumns(summaries),
  copied: ({ signature }: { signature: string }) => signature,
  page: 100,
};
const tokens = {
  copied: ({ account }: TokenAccount) => account.hash,
  page: 100,
};
const TOKENS_OF_OWNER = "getCompressedTokenAccountsByOwner";

const LISTS: readonly List[] = [
  {
    view: "holders",
    title: "Holders",
    means: "Mint",
    method: "getCompressedMintTokenHolders",
    parameter: "mint",
    columns: ({ key, total }) => holderColumns(key, total),
    copied: ({ owner }: Holder) => owner,
    layout: "holders",
    empty: [
      "This mint has no holders",
      "Its compressed accounts are spent, or it is not a mint.",
    ],
    page: 1000,
  },
  {
    view: "transfers",
    title: "Transfers",
    means: "Mint",
    method: "getCompressedTokenHistory",
    parameter: "mint",
    columns: () => changeColumns("owner"),
    layout: "changes",
    copied: signatures.copied,
    empty: ["No transfers", "No transaction changed a balance of this mint."],
    page: 100,
  },
  {
    view: "balances",
    title: "Balances",
    means: null,
    method: "getCompressedTokenBalancesByOwnerV2",
    parameter: "owner",
    columns: () => balanceColumns,
    layout: "changes",
    copied: ({ mint }: { mint: string }) => mint,
    empty: ["No balances", "This key never owned compressed tokens."],
    page: 100,
  },
  {
    view: "balance-history",
    title: "Balance history",
    means: null,
    method: "getCompressedTokenHistory",
    parameter: "owner",
    columns: () => changeColumns("mint"),
    layout: "changes",
    copied: signatures.copied,
    empty: ["No changes", "No transaction changed a balance of this owner."],
    page: 100,
  },
  {
    view: "tokens",
    title: "Token accounts",
    means: "Token owner",
    method: TOKENS_OF_OWNER,
    parameter: "owner",
    columns: () => ownedTokenColumns,
    ...tokens,
    empty: ["No compressed tokens", "This key owns no unspent token account."],
  },
  {
    view: "given",
    title: "Delegated by it",
    means: null,
    method: TOKENS_OF_OWNER,
    parameter: "owner",
    columns: () => givenColumns,
    only: ({ tokenData }: TokenAccount) => tokenData.delegate !== null,
    ...tokens,
    empty: ["Nothing delegated", "None of its token accounts has a delegate."],
  },
  {
    view: "delegated",
    title: "Delegated to it",
    means: "Delegate",
    method: "getCompressedTokenAccountsByDelegate",
    parameter: "delegate",
    columns: () => delegatedTokenColumns,
    ...tokens,
    empty: [
      "Nothing delegated",
      "No unspent token account names this key as its delegate.",
    ],
  },
  {
    view: "accounts",
    title: "Accounts",
    means: "Account owner",
    method: "getCompressedAccountsByOwner",
    parameter: "owner",
    columns: () => accountColumns,
    copied: ({ hash }: { hash: string }) => hash,
    empty: ["No compressed accounts", "No unspent account matches."],
    page: 100,
  },
  {
    view: "address-history",
    title: "Address history",
    means: "Account address",
    method: "getCompressionSignaturesForAddress",
    parameter: "address",
    ...signatures,
    empty: ["No history of this address", HISTORY_EMPTY],
  },
  {
    view: "token-history",
    title: "Token transactions",
    means: null,
    method: "getCompressionSignaturesForTokenOwner",
    parameter: "owner",
    ...signatures,
    empty: ["No token history", HISTORY_EMPTY],
  },
  {
    view: "history",
    title: "Account transactions",
    means: null,
    method: "getCompressionSignaturesForOwner",
    parameter: "owner",
    ...signatures,
    empty: ["No history of this owner", HISTORY_EMPTY],
  },
];

/** The lists that this server offers. */
export function listsOf({ methods }: Server): readonly List[] {
  return LISTS.filter(({ method }) => methods.has(method));
}
