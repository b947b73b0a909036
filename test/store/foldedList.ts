import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type {
  BlockContext,
  ListChange,
  WatchedList,
} from "../../src/domain/listChange.ts";
import { parseExact } from "../model/exactJson.ts";
import type { Ask } from "../model/lists.ts";

type Item = Readonly<Record<string, unknown>>;

/** What names an item of a list. */
function identityOf(method: string, item: Item): string {
  const { signature, mint, owner, hash, account } = item as {
    [name: string]: unknown;
    account?: { hash: string };
  };
  if (method === "getCompressedTokenHistory")
    return [signature, mint, owner].join();
  if (method === "getCompressedMintTokenHolders") return String(owner);
  return (signature ?? hash ?? account!.hash) as string;
}

/** A list that is kept by its changes alone. */
export class FoldedList {
  readonly #list: WatchedList;
  readonly #items: Map<string, Item>;

  constructor(list: WatchedList, items: readonly Item[]) {
    this.#list = list;
    this.#items = this.#byIdentity(items);
  }

  /** Takes only what is there away, and adds only what is not. */
  fold({ removed, added }: Pick<ListChange, "removed" | "added">): void {
    const { method, params } = this.#list;
    const about = `${method} ${JSON.stringify(params)}`;
    for (const text of removed) {
      const item = parseExact(text) as Item;
      const id = identityOf(method, item);
      assert.deepEqual(item, this.#items.get(id), `${about}: removed`);
      this.#items.delete(id);
    }
    for (const text of added) {
      const item = parseExact(text) as Item;
      const id = identityOf(method, item);
      assert.ok(!this.#items.has(id), `${about}: added twice: ${text}`);
      this.#items.set(id, item);
    }
  }

  assertIs(items: readonly Item[]): void {
    const { method, params } = this.#list;
    assert.deepEqual(
      sorted(this.#items),
      sorted(this.#byIdentity(items)),
      `${method} ${JSON.stringify(params)}`,
    );
  }

  is(items: readonly Item[]): boolean {
    return isDeepStrictEqual(
      sorted(this.#items),
      sorted(this.#byIdentity(items)),
    );
  }

  #byIdentity(items: readonly Item[]): Map<string, Item> {
    const { method } = this.#list;
    return new Map(items.map((item) => [identityOf(method, item), item]));
  }
}

function sorted(items: ReadonlyMap<string, Item>): [string, Item][] {
  return [...items].sort(([a], [b]) => (a < b ? -1 : 1));
}

interface Answer {
  error?: { code: bigint };
  result?: { value: { items: Item[]; cursor: string | null } };
}

/** The whole list as it was after a block; null if that is no block of the chain any more. */
export async function wholeList(
  ask: Ask,
  { method, params }: WatchedList,
  at: BlockContext,
): Promise<Item[] | null> {
  const items: Item[] = [];
  const moment = { atSlot: at.slot, blockhash: at.blockhash };
  for (let cursor: string | null = null; ;) {
    const all = { ...params, ...moment, cursor };
    const text = await ask(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: all }),
    );
    const { result, error } = parseExact(text) as Answer;
    if (error && [-32011n, -32016n].includes(error.code)) return null;
    assert.ok(result, text);
    items.push(...result.value.items);
    cursor = result.value.cursor;
    if (cursor === null) return items;
  }
}
