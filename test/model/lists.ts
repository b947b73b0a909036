import assert from "node:assert/strict";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import type { Account } from "../../src/domain/account.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Reader } from "../../src/store/reader.ts";
import { joinChunks } from "../../src/render/text.ts";
import { parseExact } from "./exactJson.ts";
import type { History } from "./history.ts";
import type { Model } from "./model.ts";

/** Sends a request body and returns the response text: in process, or over HTTP. */
export type Ask = (body: string) => Promise<string>;

/** A list and its items according to the model. */
export interface List {
  readonly method: keyof typeof methods;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expected: unknown[];
}

/** Walks every list at every page size and compares it, item by item, with the model. */
export async function assertListsEqual(
  ask: Ask,
  history: History,
  model: Model,
  pageSizes: readonly number[] = [1, 3, 7, 1000],
): Promise<void> {
  for (const list of everyList(history, model)) {
    for (const limit of pageSizes) {
      assert.deepEqual(
        await walkPages(ask, list, limit),
        list.expected,
        `${list.method} ${JSON.stringify(list.params)}, ${limit} a page`,
      );
    }
  }
}

/**
 * Walks every list as it was at a slot and compares it with the model of the blocks up to there. A page may be short, like
 * one of a filter.
 */
export async function assertListsEqualAt(
  ask: Ask,
  atSlot: number,
  lists: readonly List[],
  pageSizes: readonly number[] = [1, 3, 1000],
): Promise<void> {
  for (const { method, params, expected } of lists) {
    const list = { method, params: { ...params, atSlot }, expected };
    for (const limit of pageSizes) {
      assert.deepEqual(
        await walkPages(ask, list, limit, BigInt(atSlot)),
        expected,
        `${method} ${JSON.stringify(list.params)}, ${limit} a page`,
      );
    }
  }
}

/** Sends requests in process, without a port. */
export function askStore(read: Reader): Ask {
  const log = {
    error: (fields: object) => assert.fail(JSON.stringify(fields)),
  };
  const dispatch = createDispatch({ read, methods, log });
  return async (body) =>
    joinChunks((await dispatch(Buffer.from(body), "/", "test"))!);
}

async function walkPages(
  ask: Ask,
  { method, params, expected }: List,
  limit: number,
  atSlot?: bigint,
): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const request = { ...params, limit, cursor };
    const text = await ask(
      JSON.stringify({ jsonrpc: "2.0", id: "1", method, params: request }),
    );
    const { result } = parseExact(text) as Answer;
    assert.ok(result, text);
    const { items: own, token_balances: balances } = result.value;
    const found = own ?? balances!;
    items.push(...found);
    cursor = result.value.cursor;
    const isFull = found.length === limit;
    if (atSlot === undefined) assert.equal(cursor !== null, isFull);
    else {
      assert.equal(result.context.slot, atSlot);
      assert.ok(cursor !== null || !isFull, "a full page has a cursor");
    }
    assert.ok(items.length <= expected.length, "the walk goes on for ever");
  } while (cursor !== null);
  return items;
}

interface Answer {
  result?: {
    context: { slot: bigint };
    value: {
      items?: unknown[];
      token_balances?: unknown[];
      cursor: string | null;
    };
  };
}

export function everyList(history: History, model: Model): List[] {
  const owners = [...history.keys, COMPRESSED_TOKEN];
  return [
    {
      method: "getLatestCompressionSignatures",
      params: {},
      expected: model.latest(),
    },
    ...owners.flatMap((owner) => listsOfOwner(owner, history, model)),
    ...history.mints.flatMap((mint): List[] => [
      {
        method: "getCompressedMintTokenHolders",
        params: { mint: encodeBase58(mint) },
        expected: model.holders(mint),
      },
      {
        method: "getCompressedTokenHistory",
        params: { mint: encodeBase58(mint) },
        expected: model.tokenHistory(null, mint),
      },
    ]),
    ...history.addresses.map((address) => ({
      method: "getCompressionSignaturesForAddress" as const,
      params: { address: encodeBase58(address) },
      expected: model.signatures((account) => same(account.address, address)),
    })),
  ];
}

function listsOfOwner(
  key: Account["owner"],
  { mints }: History,
  model: Model,
): List[] {
  const owner = encodeBase58(key);
  return [
    {
      method: "getCompressedAccountsByOwner",
      params: { owner },
      expected: model.accountsByOwner(key),
    },
    {
      method: "getCompressionSignaturesForOwner",
      params: { owner },
      expected: model.signatures((account) => same(account.owner, key)),
    },
    {
      method: "getCompressionSignaturesForTokenOwner",
      params: { owner },
      expected: model.signatures(({ token }) => same(token?.owner, key)),
    },
    ...[undefined, ...mints].flatMap((mint): List[] => {
      const narrowed = mint ? { mint: encodeBase58(mint) } : {};
      return [
        {
          method: "getCompressedTokenAccountsByOwner",
          params: { owner, ...narrowed },
          expected: model.tokens("owner", key, mint),
        },
        {
          method: "getCompressedTokenAccountsByDelegate",
          params: { delegate: owner, ...narrowed },
          expected: model.tokens("delegate", key, mint),
        },
        {
          method: "getCompressedTokenHistory",
          params: { owner, ...narrowed },
          expected: model.tokenHistory(key, mint ?? null),
        },
        {
          method: "getCompressedTokenBalancesByOwner",
          params: { owner, ...narrowed },
          expected: model.tokenBalances(key, mint ?? null),
        },
      ];
    }),
  ];
}

function same(a: Uint8Array | null | undefined, b: Uint8Array): boolean {
  return !!a && Buffer.compare(a, b) === 0;
}
