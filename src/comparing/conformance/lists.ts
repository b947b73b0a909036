import type { Keys } from "../keys.ts";
import { base58Value } from "./base58.ts";
import type { ListPage } from "./parameters.ts";
import { assert, assertSame, type Check, type Probe } from "./probe.ts";
import {
  ACCOUNT,
  assertShape,
  HOLDER,
  type Shape,
  SIGNATURE,
  TOKEN_ACCOUNT,
} from "./shapes.ts";

type Item = ListPage["items"][number];

interface List {
  readonly method: string;
  /** The parameter for the key of the list, and the kind of keys it takes. */
  readonly by: readonly [string, keyof Keys] | null;
  readonly shape: Shape;
  /** Values that never decrease along the list. */
  readonly order: (item: Item) => bigint;
  readonly name: (item: Item) => string;
}

const KEY_BITS = 256n;
const SIGNATURE_BITS = 512n;

const account = (item: Item) => (item["account"] ?? item) as Item;
const hashOf = (item: Item) => String(account(item)["hash"]);
const byHash = (item: Item) => base58Value(hashOf(item));
const byMintAndHash = (item: Item) => {
  const { mint } = item["tokenData"] as { mint: string };
  return (base58Value(mint) << KEY_BITS) + byHash(item);
};
const signatureOf = (item: Item) => String(item["signature"]);
const newestFirst = (item: Item) => {
  const slot = BigInt(item["slot"] as number);
  return -((slot << SIGNATURE_BITS) + base58Value(signatureOf(item)));
};
const ownerOf = (item: Item) => String(item["owner"]);
const largestFirst = (item: Item) => {
  const balance = BigInt(item["balance"] as bigint | number);
  return -((balance << KEY_BITS) + base58Value(ownerOf(item)));
};

const tokens = { shape: TOKEN_ACCOUNT, order: byMintAndHash, name: hashOf };
const signatures = { shape: SIGNATURE, order: newestFirst, name: signatureOf };

const LISTS: readonly List[] = [
  {
    method: "getCompressedTokenAccountsByOwner",
    by: ["owner", "tokenOwners"],
    ...tokens,
  },
  {
    method: "getCompressedTokenAccountsByDelegate",
    by: ["delegate", "delegates"],
    ...tokens,
  },
  {
    method: "getCompressedAccountsByOwner",
    by: ["owner", "owners"],
    shape: ACCOUNT,
    order: byHash,
    name: hashOf,
  },
  {
    method: "getCompressionSignaturesForTokenOwner",
    by: ["owner", "tokenOwners"],
    ...signatures,
  },
  {
    method: "getCompressionSignaturesForAddress",
    by: ["address", "addresses"],
    ...signatures,
  },
  {
    method: "getCompressionSignaturesForOwner",
    by: ["owner", "owners"],
    ...signatures,
  },
  { method: "getLatestCompressionSignatures", by: null, ...signatures },
  {
    method: "getCompressedMintTokenHolders",
    by: ["mint", "mints"],
    shape: HOLDER,
    order: largestFirst,
    name: ownerOf,
  },
];

const PAGE = 1000;
const MAX_PAGES = 12;

/** For each list: its fields, its items, their order and its pages. */
export const shapeChecks: readonly Check[] = LISTS.map((list) => ({
  title: `${list.method}: a page has context, value and nothing else, items have their fields`,
  run: async (probe) => {
    const page = await firstPage(probe, list, PAGE);
    for (const item of page.items) assertShape(item, list.shape);
  },
}));

export const orderChecks: readonly Check[] = LISTS.map((list) => ({
  title: `${list.method}: items are in order, each once`,
  run: async (probe) => {
    const { items } = await firstPage(probe, list, PAGE);
    for (const [i, item] of items.entries())
      assert(
        i === 0 || list.order(items[i - 1]!) < list.order(item),
        `item ${i} belongs before item ${i - 1}`,
      );
  },
}));

export const pagingChecks: readonly Check[] = LISTS.map((list) => ({
  title: `${list.method}: walking in small pages gives each item once, to a null cursor`,
  run: (probe) => assertWalks(probe, list),
}));

async function firstPage(
  probe: Probe,
  list: List,
  limit: number,
  cursor: string | null = null,
): Promise<ListPage & { readonly slot: unknown }> {
  const key = list.by && { [list.by[0]]: probe.key(list.by[1]) };
  const params = { ...key, limit, cursor };
  const result = await probe.result(list.method, params);
  assertSame(Object.keys(result as object).sort(), ["context", "value"]);
  const { context, value } = result as {
    context: { slot?: unknown };
    value: ListPage;
  };
  assertSame(Object.keys(context), ["slot"]);
  assertSame(Object.keys(value).sort(), ["cursor", "items"]);
  assert(Number.isSafeInteger(context.slot), "the slot is not an integer");
  return { ...value, slot: context.slot };
}

/** Items in the list before and after the walk must appear in it. */
async function assertWalks(probe: Probe, list: List): Promise<void> {
  const before = await firstPage(probe, list, PAGE);
  const limit = Math.max(1, Math.ceil(before.items.length / 4));
  const walked = await walk(probe, list, limit, before.items.length);
  const after = await firstPage(probe, list, PAGE);
  const names = new Set(after.items.map(list.name));
  const lasting = before.items.map(list.name).filter((one) => names.has(one));
  for (const name of lasting) {
    const times = walked.filter((one) => one === name).length;
    assert(times === 1, `${name} comes ${times} times`);
  }
}

async function walk(
  probe: Probe,
  list: List,
  limit: number,
  count: number,
): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await firstPage(probe, list, limit, cursor);
    const { length } = page.items;
    assert(length <= limit, `a page of ${limit} has ${length} items`);
    walked.push(...page.items.map(list.name));
    cursor = page.cursor;
    const short = length < limit;
    if (short) assertSame(cursor, null);
    else assert(cursor !== null, "a full page has no cursor");
    if (cursor === null || walked.length > count + limit) return walked;
  }
  throw new Error(`more than ${MAX_PAGES} pages of ${limit}`);
}
