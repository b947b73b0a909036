import assert from "node:assert/strict";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type * as methods from "../../src/rpc/methods/index.ts";
import type { Reader } from "../../src/store/reader.ts";
import { parseExact } from "../model/exactJson.ts";
import { type Ask, askStore } from "../model/lists.ts";

interface Keyed {
  readonly method: keyof typeof methods;
  readonly param: string;
  /** Selects the keys to ask for. */
  readonly keys: string;
}

const LISTS: readonly Keyed[] = [
  {
    method: "getCompressedAccountsByOwner",
    param: "owner",
    keys: "select distinct owner from accounts",
  },
  ...(
    [
      ["getCompressedTokenAccountsByOwner", "owner"],
      ["getCompressedTokenAccountsByDelegate", "delegate"],
      ["getCompressionSignaturesForTokenOwner", "owner"],
    ] as const
  ).map(([method, param]) => ({
    ...{ method, param },
    keys: "select key from signatures_by_token_owner union select key from tokens_by_delegate",
  })),
  {
    method: "getCompressedMintTokenHolders",
    param: "mint",
    keys: "select distinct mint from token_balances",
  },
  {
    method: "getCompressedTokenHistory",
    param: "mint",
    keys: "select distinct mint from token_balances",
  },
  ...(
    ["getCompressedTokenHistory", "getCompressedTokenBalancesByOwner"] as const
  ).map((method) => ({
    ...{ method, param: "owner" },
    keys: "select distinct owner from token_balances",
  })),
  {
    method: "getCompressionSignaturesForOwner",
    param: "owner",
    keys: "select distinct key from signatures_by_owner",
  },
  {
    method: "getCompressionSignaturesForAddress",
    param: "address",
    keys: "select distinct key from signatures_by_address",
  },
];

/** Every list of `whole` at the slot is that of `prefix`, which was given only the blocks up to there. */
export async function assertSamePast(
  whole: Reader,
  prefix: Reader,
  atSlot: number,
): Promise<void> {
  const [then, now] = [askStore(whole), askStore(prefix)];
  for (const { method, param, keys } of LISTS)
    for (const [key] of await whole.all(keys, [])) {
      const params = { [param]: encodeBase58(key as Uint8Array) };
      assert.deepEqual(
        await walk(then, method, { ...params, atSlot }),
        await walk(now, method, params),
        `${method} ${JSON.stringify(params)} at ${atSlot}`,
      );
    }
  const latest = "getLatestCompressionSignatures";
  assert.deepEqual(
    await walk(then, latest, { atSlot }),
    await walk(now, latest, {}),
  );
}

const LIMIT = 50;

interface Page {
  readonly items?: unknown[];
  readonly token_balances?: unknown[];
  readonly cursor: string | null;
}

async function walk(ask: Ask, method: string, given: object) {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const params = { ...given, limit: LIMIT, cursor };
    const text = await ask(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    );
    const { result } = parseExact(text) as {
      result?: { value: Page };
    };
    assert.ok(result, text);
    const { items: own, token_balances: balances, cursor: next } = result.value;
    items.push(...(own ?? balances!));
    cursor = next;
  } while (cursor !== null);
  return items;
}
