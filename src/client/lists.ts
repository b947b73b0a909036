// The lists that can be watched: how each is sorted, and what identifies its items.
import type { Api } from "./api.ts";
import type { Pages } from "./pages.ts";

interface List<Item> {
  /** What stays the same while an item is in the list. */
  readonly id: (item: Item) => string;
  /** Text that sorts as the method sorts its items. */
  readonly key: (item: Item) => string;
  readonly descending: boolean;
}

export type ListName =
  | "getCompressedTokenAccountsByOwner"
  | "getCompressedTokenAccountsByDelegate"
  | "getCompressedAccountsByOwner"
  | "getCompressedMintTokenHolders"
  | "getCompressionSignaturesForTokenOwner"
  | "getCompressionSignaturesForAddress"
  | "getCompressionSignaturesForOwner"
  | "getLatestCompressionSignatures"
  | "getCompressedTokenHistory";

export type ItemOf<M extends ListName> =
  ReturnType<Api[M]> extends Pages<infer Item> ? Item : never;

/** Parameters that select a part of a list, or a slot. */
type NotOfAList =
  "cursor" | "limit" | "atSlot" | "blockhash" | "minContextSlot" | "commitment";

export type ListParams<M extends ListName> = Omit<
  NonNullable<Parameters<Api[M]>[0]>,
  NotOfAList
>;

/** 32 and 64 bytes have at most this many base58 digits. */
const KEY_DIGITS = 44;
const SIGNATURE_DIGITS = 88;

/** The digits of base58 are in the order of their characters, so that text of equal length sorts as the bytes do. */
function sortable(base58: string, digits: number): string {
  return base58.replace(/^1+/, "").padStart(digits, "1");
}

const number = (value: number | bigint) => String(value).padStart(20, "0");
const key = (base58: string) => sortable(base58, KEY_DIGITS);

const tokens: List<ItemOf<"getCompressedTokenAccountsByOwner">> = {
  id: ({ account }) => account.hash,
  key: ({ account, tokenData }) => key(tokenData.mint) + key(account.hash),
  descending: false,
};

const signatures: List<{ readonly slot: number; readonly signature: string }> =
  {
    id: ({ signature }) => signature,
    key: ({ slot, signature }) =>
      number(slot) + sortable(signature, SIGNATURE_DIGITS),
    descending: true,
  };

export const LISTS: { readonly [M in ListName]: List<ItemOf<M>> } = {
  getCompressedTokenAccountsByOwner: tokens,
  getCompressedTokenAccountsByDelegate: tokens,
  getCompressedAccountsByOwner: {
    id: ({ hash }) => hash,
    key: ({ hash }) => key(hash),
    descending: false,
  },
  getCompressedMintTokenHolders: {
    id: ({ owner }) => owner,
    key: ({ balance, owner }) => number(balance) + key(owner),
    descending: true,
  },
  getCompressionSignaturesForTokenOwner: signatures,
  getCompressionSignaturesForAddress: signatures,
  getCompressionSignaturesForOwner: signatures,
  getLatestCompressionSignatures: signatures,
  getCompressedTokenHistory: {
    id: ({ signature, mint, owner }) => `${signature} ${mint} ${owner}`,
    // Within a block, items keep the order in which they came: an item does not tell its place in the block.
    key: ({ slot }) => number(slot),
    descending: true,
  },
};
