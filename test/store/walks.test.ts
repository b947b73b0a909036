// What a walk may count on while blocks are indexed between its pages, list by list, as the pages at /docs and the
// guides promise it.
import assert from "node:assert/strict";
import { base58 } from "@scure/base";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Reader } from "../../src/store/reader.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { key, sampleBlock, sampleToken } from "./sampleAccounts.ts";
import { test } from "./eachEngine.ts";

type Item = Record<string, unknown>;
type Ask = (params: object) => Promise<{
  slot: number;
  items: Item[];
  cursor: string | null;
}>;
type State = readonly Item[];
type NameOf = (item: Item) => string;
type Promised = (states: readonly State[], nameOf: NameOf) => Item[];

const { history, updates } = makeHistory({
  seed: 7,
  blocks: 60,
  transactionsPerBlock: 8,
  keys: 8,
});
const HALF = 30;
const head = updates[HALF - 1]!.block.slot;
const keys = history.keys.map((each) => base58.encode(Uint8Array.from(each)));
const mints = history.mints.map((each) => base58.encode(Uint8Array.from(each)));
const addresses = history.addresses.map((each) =>
  base58.encode(Uint8Array.from(each)),
);

const hashOf = (item: Item) =>
  ((item["account"] as Item | undefined) ?? item)["hash"] as string;
const signatureOf = ({ signature }: Item) => signature as string;

/** Each with the keys to ask about, what names an item, and what is promised. */
const LISTS: readonly [
  name: keyof typeof methods,
  params: readonly object[],
  nameOf: NameOf,
  promised: Promised,
][] = [
  ...(["", "V2"] as const).flatMap((v): (typeof LISTS)[number][] => [
    [
      `getCompressedTokenAccountsByOwner${v}`,
      keys.map((owner) => ({ owner })),
      hashOf,
      always,
    ],
    [
      `getCompressedTokenAccountsByDelegate${v}`,
      keys.map((delegate) => ({ delegate })),
      hashOf,
      always,
    ],
    [
      `getCompressedAccountsByOwner${v}`,
      keys.map((owner) => ({ owner })),
      hashOf,
      always,
    ],
    [
      `getCompressedTokenBalancesByOwner${v}`,
      keys.map((owner) => ({ owner })),
      ({ mint }) => mint as string,
      always,
    ],
  ]),
  [
    "getCompressionSignaturesForTokenOwner",
    keys.map((owner) => ({ owner })),
    signatureOf,
    first,
  ],
  [
    "getCompressionSignaturesForOwner",
    keys.map((owner) => ({ owner })),
    signatureOf,
    first,
  ],
  [
    "getCompressionSignaturesForAddress",
    addresses.map((address) => ({ address })),
    signatureOf,
    first,
  ],
  ["getLatestCompressionSignatures", [{}], signatureOf, first],
  [
    "getCompressedMintTokenHolders",
    mints.map((mint) => ({ mint })),
    ({ owner }) => owner as string,
    unchanged,
  ],
];

test("a walk with blocks between its pages gives every promised item once, in each list", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    await writer.apply(updates.slice(0, HALF));
    for (const [name, choices, nameOf, promised] of LISTS) {
      const ask = asker(reader, name);
      const params = await busiest(ask, choices);
      const { walked, states } = await walkWhileApplying(writer, ask, params);
      const names = walked.map(nameOf);
      const expected = promised(states, nameOf);
      for (const item of expected)
        assert.equal(
          names.filter((each) => each === nameOf(item)).length,
          1,
          `${name}: ${nameOf(item)}`,
        );
      assert.ok(states.length > 2, `${name}: the state changed in between`);
      assert.ok(expected.length > 0, `${name}: something was promised`);
      if (promised === unchanged) continue;
      assert.equal(new Set(names).size, names.length, `${name}: once each`);
    }
  });
});

test("an owner whose balance changes during a walk may be listed with both balances, or not at all", async (withStore) => {
  const mint = key(40);
  const holders = [1, 2, 3].map((n) => key(n));
  const [falling, middle, rising] = holders.map((owner) =>
    base58.encode(Uint8Array.from(owner)),
  );
  const of = (fill: number, owner: number, amount: bigint) =>
    sampleToken(fill, holders[owner]!, mint, amount);
  const created = [of(1, 0, 30n), of(2, 1, 20n), of(3, 2, 10n)];
  await withStore(async ({ writer, reader }) => {
    await writer.apply([sampleBlock(1, { created })]);
    const ask = asker(reader, "getCompressedMintTokenHolders");
    const params = { mint: base58.encode(Uint8Array.from(mint)), limit: 1 };
    const one = await ask(params);
    await writer.apply([
      sampleBlock(2, {
        spent: [created[0]!.hash, created[2]!.hash],
        created: [of(4, 0, 5n), of(5, 2, 35n)],
      }),
    ]);
    const rest = await ask({ ...params, limit: 9, cursor: one.cursor });
    const owners = [...one.items, ...rest.items].map(({ owner }) => owner);
    assert.deepEqual(owners, [falling, middle, falling]);
    assert.ok(!owners.includes(rising));
    assert.deepEqual([one.slot, rest.slot], [1, 2], "the slots tell");
  });
});

const TIMES = 12;

/** Short pages with a block after each; `states` are the whole list at the slot of each page. */
async function walkWhileApplying(writer: Writer, ask: Ask, params: object) {
  const walked: Item[] = [];
  const states: State[] = [];
  let cursor: string | null = null;
  let next = HALF;
  try {
    do {
      states.push((await ask(params)).items);
      const limit = Math.ceil(states[0]!.length / TIMES);
      const page = await ask({ ...params, limit, cursor });
      walked.push(...page.items);
      cursor = page.cursor;
      if (next < HALF + TIMES) await writer.apply([updates[next++]!]);
    } while (cursor !== null);
  } finally {
    await writer.undoAfter(head);
  }
  return { walked, states };
}

async function busiest(ask: Ask, choices: readonly object[]): Promise<object> {
  const sizes = [];
  for (const params of choices)
    sizes.push({ params, size: (await ask(params)).items.length });
  return sizes.reduce((a, b) => (b.size > a.size ? b : a)).params;
}

function asker(read: Reader, method: keyof typeof methods): Ask {
  const log = { error: () => assert.fail("nothing here may fail") };
  const dispatch = createDispatch({ read, methods, log });
  return async (params) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const body = Buffer.from(JSON.stringify(call));
    const text = (await dispatch(body, "/", "r1")) as
      string | { take(): string[] };
    const json = typeof text === "string" ? text : text.take().join("");
    const { result } = JSON.parse(json) as { result: Result };
    const { cursor, ...list } = result.value;
    return {
      slot: result.context.slot,
      items: Object.values(list)[0] as Item[],
      cursor: cursor as string | null,
    };
  };
}

interface Result {
  readonly context: { readonly slot: number };
  readonly value: Readonly<Record<string, unknown>>;
}

/** What is in the list from the first page to the last. */
function always(states: readonly State[], nameOf: NameOf): Item[] {
  return inAll(states, nameOf);
}

function first(states: readonly State[]): Item[] {
  return [...states[0]!];
}

/** What reads the same from the first page to the last. */
function unchanged(states: readonly State[]): Item[] {
  return inAll(states, (item) => JSON.stringify(item));
}

function inAll(states: readonly State[], nameOf: NameOf): Item[] {
  const rest = states.slice(1).map((state) => new Set(state.map(nameOf)));
  return states[0]!.filter((item) =>
    rest.every((state) => state.has(nameOf(item))),
  );
}
