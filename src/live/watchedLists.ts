// Turns a method and its parameters into a watched list.
import { sameBytes } from "../codecs/bytes.ts";
import type { WatchedList } from "../domain/listChange.ts";
import type { DataFilter, DataSlice } from "../domain/query.ts";
import {
  accountDataOf,
  matchesFilter,
  sliceAccountData,
} from "../render/accountData.ts";
import { quote, RpcError } from "../rpc/errors.ts";
import { mustBe } from "../rpc/field.ts";
import {
  address,
  dataSlice,
  filters,
  optional,
  params,
} from "../rpc/params.ts";
import {
  historyId,
  type ListId,
  listId,
  NO_KEY,
} from "../store/changeLog/lists.ts";
import * as tables from "../store/schema/tables.ts";
import type { ItemText } from "../store/changeLog/texts.ts";

/** What the items of a list show. */
export type ItemKind =
  "accounts" | "tokens" | "signatures" | "holders" | "balance changes";

/** A list that callers watch: a list of the store, or a part of one. */
export interface Watched {
  readonly method: string;
  readonly list: ListId;
  readonly kind: ItemKind;
  /** Only positions that begin with these bytes. */
  readonly prefix: Uint8Array | null;
  /** Identifies filters and slice; empty without them. Subscribers of one variant share the rendered changes. */
  readonly variant: string;
  /** The item as the caller sees it; null if a filter does not match. */
  readonly show: (text: ItemText) => string | null;
}

const item = ([text]: ItemText): string => text;
const tokenItem = ([account, tokenData]: ItemText): string =>
  `{"account":${account},"tokenData":${tokenData!}}`;

type Parse = (given: unknown) => Omit<Watched, "method">;

const simple = { prefix: null, variant: "" };

function signatures(key: string, table: tables.Table): Parse {
  const fields = params({ [key]: address });
  return (given) => ({
    ...simple,
    list: listId(table, fields.parse(given)[key]!),
    kind: "signatures",
    show: item,
  });
}

function tokens(key: "owner" | "delegate", table: tables.Table): Parse {
  const fields = params({ [key]: address, mint: optional(address) });
  return (given) => {
    const parsed = fields.parse(given);
    const list = listId(table, parsed[key]!);
    const prefix = parsed["mint"] ?? null;
    return { list, kind: "tokens", prefix, variant: "", show: tokenItem };
  };
}

const accountFields = params({
  owner: address,
  filters: optional(filters, []),
  dataSlice: optional(dataSlice),
});

function accounts(given: unknown): Omit<Watched, "method"> {
  const { owner, filters, dataSlice } = accountFields.parse(given);
  return {
    list: listId(tables.accountsByOwner, owner),
    kind: "accounts",
    prefix: null,
    variant: variantOf(filters, dataSlice),
    show: ([text]) => {
      const data = filters.length > 0 ? accountDataOf(text) : null;
      if (!filters.every((filter) => matchesFilter(filter, data))) return null;
      return dataSlice ? sliceAccountData(text, dataSlice) : text;
    },
  };
}

function variantOf(
  filters: readonly DataFilter[],
  slice: DataSlice | null,
): string {
  if (filters.length === 0 && !slice) return "";
  const parts = filters.map(
    ({ offset, bytes }) => `${offset}:${Buffer.from(bytes).toString("hex")}`,
  );
  return `${parts.join(",")}/${slice ? `${slice.offset}:${slice.length}` : ""}`;
}

const holderFields = params({ mint: address });
const historyFields = params({
  owner: optional(address),
  mint: optional(address),
});
const noFields = params({});

const LISTS: Readonly<Record<string, Parse>> = {
  getCompressedTokenAccountsByOwner: tokens("owner", tables.tokensByOwner),
  getCompressedTokenAccountsByDelegate: tokens(
    "delegate",
    tables.tokensByDelegate,
  ),
  getCompressedAccountsByOwner: accounts,
  getCompressedMintTokenHolders: (given) => {
    const list = listId(tables.holders, holderFields.parse(given).mint);
    return { ...simple, list, kind: "holders", show: item };
  },
  getCompressionSignaturesForTokenOwner: signatures(
    "owner",
    tables.signaturesByTokenOwner,
  ),
  getCompressionSignaturesForAddress: signatures(
    "address",
    tables.signaturesByAddress,
  ),
  getCompressionSignaturesForOwner: signatures(
    "owner",
    tables.signaturesByOwner,
  ),
  getLatestCompressionSignatures: (given) => {
    noFields.parse(given);
    const list = listId(tables.transactions, NO_KEY);
    return { ...simple, list, kind: "signatures", show: item };
  },
  getCompressedTokenHistory: (given) => {
    const { owner, mint } = historyFields.parse(given);
    if (!owner && !mint) throw mustBe("owner", "given, or mint, or both");
    const list = historyId(owner, mint);
    return { ...simple, list, kind: "balance changes", show: item };
  },
};

export const WATCHABLE: readonly string[] = Object.keys(LISTS);

/** Throws an RpcError that names what is wrong. */
export function parseWatched({ method, params }: WatchedList): Watched {
  const parse = Object.hasOwn(LISTS, method) ? LISTS[method] : undefined;
  if (!parse)
    throw new RpcError(
      "invalidParams",
      `method: ${quote(method)} is not a list that can be watched: choose one of ${WATCHABLE.join(", ")}`,
    );
  return { method, ...parse(params) };
}

export function isWithin(watched: Watched, position: Uint8Array): boolean {
  const { prefix } = watched;
  return !prefix || sameBytes(position.subarray(0, prefix.length), prefix);
}
