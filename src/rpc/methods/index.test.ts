import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { it } from "node:test";
import { base58 } from "@scure/base";
import type { FastifyInstance } from "fastify";
import { Compile } from "typebox/compile";
import { parseExact } from "../../../test/model/exactJson.ts";
import { makeHistory, type History } from "../../../test/model/history.ts";
import { Model } from "../../../test/model/model.ts";
import { test, type WithStore } from "../../../test/store/eachEngine.ts";
import { COMPRESSED_TOKEN } from "../../codecs/programs.ts";
import type { Address } from "../../domain/values.ts";
import { buildServer } from "../http/server.ts";
import type { Method } from "../method.ts";
import * as methods from "./index.ts";

type Name = keyof typeof methods;
type Params = Record<string, unknown>;
interface Answer {
  id: string;
  result: {
    context: { slot: bigint };
    value: { items: unknown[]; cursor: string | null };
  };
}
interface AccountItem {
  data: { data: string } | null;
}

const account = ["address", "hash"];
const accounts = ["hashes", "addresses"];
const balances = ["owner", "mint", "cursor", "limit"];
const PARAMS: Record<Name, readonly string[]> = {
  getCompressedAccount: account,
  getCompressedAccountV2: account,
  getCompressedAccountBalance: account,
  getCompressedBalance: account,
  getCompressedTokenAccountBalance: account,
  getMultipleCompressedAccounts: accounts,
  getMultipleCompressedAccountsV2: accounts,
  getCompressedBalanceByOwner: ["owner"],
  getCompressedTokenBalancesByOwner: balances,
  getCompressedTokenBalancesByOwnerV2: balances,
  getCompressedTokenAccountsByOwnerV2: ["owner", "mint", "cursor", "limit"],
  getCompressedTokenAccountsByDelegateV2: [
    "delegate",
    "mint",
    "cursor",
    "limit",
  ],
  getCompressedAccountsByOwnerV2: [
    "owner",
    "filters",
    "dataSlice",
    "cursor",
    "limit",
  ],
  getCompressionSignaturesForAccount: ["hash"],
  getLatestNonVotingSignatures: ["cursor", "limit"],
  getIndexerHealth: [],
  getIndexerSlot: [],
  getQueueInfo: ["trees"],
  getCompressedAccountProof: ["hash"],
  getCompressedAccountProofV2: ["hash"],
  getMultipleCompressedAccountProofs: ["hashes"],
  getMultipleCompressedAccountProofsV2: ["hashes"],
  getMultipleNewAddressProofs: ["addresses"],
  getMultipleNewAddressProofsV2: ["addresses"],
  getQueueElements: ["tree", "outputQueue", "inputQueue", "addressQueue"],
  getValidityProof: ["hashes", "newAddresses", "newAddressesWithTrees"],
  getValidityProofV2: ["hashes", "newAddressesWithTrees"],
  getQueueLeafIndices: ["tree", "limit", "startIndex"],
  getTrees: ["showRoots"],
  getCompressedMintInfo: ["mint"],
  getIndexStatistics: ["topMints", "points", "fromSlot", "toSlot"],
  getSetAsideTransactions: ["slot", "cursor", "limit"],
  getAccountInterface: ["address"],
  getMultipleAccountInterfaces: ["addresses"],
  getAtaInterface: ["owner", "mint", "config"],
  getTransactionWithCompressionInfo: ["signature"],
  getTransactionWithCompressionInfoV2: ["signature"],
  getCompressedTokenAccountsByOwner: ["owner", "mint", "cursor", "limit"],
  getCompressedTokenAccountsByDelegate: ["delegate", "mint", "cursor", "limit"],
  getCompressedAccountsByOwner: [
    "owner",
    "filters",
    "dataSlice",
    "cursor",
    "limit",
  ],
  getCompressionSignaturesForTokenOwner: ["owner", "cursor", "limit"],
  getCompressionSignaturesForAddress: ["address", "cursor", "limit"],
  getCompressionSignaturesForOwner: ["owner", "cursor", "limit"],
  getLatestCompressionSignatures: ["cursor", "limit"],
  getCompressedMintTokenHolders: ["mint", "cursor", "limit"],
  getCompressedTokenHistory: ["owner", "mint", "cursor", "limit"],
};

const { history, updates } = makeHistory({
  seed: 42,
  blocks: 20,
  transactionsPerBlock: 12,
});
const model = Model.of(updates);
const head = BigInt(updates.at(-1)!.block.slot);

it("file, export and wire name of a method are equal except for V2, and every file is in the index", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => file.startsWith("get") && !file.endsWith(".test.ts"))
    .map((file) => file.replace(/\.ts$/, ""));
  const homes = Object.keys(methods).map((name) =>
    name === "getCompressedBalance" // the old name of another
      ? "getCompressedAccountBalance"
      : name.replace(/V2$/, ""),
  );
  assert.deepEqual([...new Set(homes)].sort(), files.sort());
});

/** Taken by name only. */
const BY_NAME = ["atSlot", "blockhash"];

for (const [name, names] of Object.entries(PARAMS)) {
  it(`${name} takes ${names.join(", ")}, in this order`, () => {
    const { properties } = methods[name as Name].params as unknown as {
      properties: object;
    };
    const byPlace = Object.keys(properties).filter((n) => !BY_NAME.includes(n));
    assert.deepEqual(byPlace, names);
  });
}

test("walking any list over the wire gives the items of the model, each once", async (withStore) => {
  await withServer(withStore, async (app) => {
    for (const { method, params, expected } of everyList(history)) {
      for (const limit of [1, 3, 1000]) {
        const items = await walk(app, method, { ...params, limit });
        assert.deepEqual(items, expected, `${method}, ${limit} a page`);
      }
    }
  });
});

test("a cursor is the sort key of the page's last item, numbers little-endian", async (withStore) => {
  await withServer(withStore, async (app) => {
    const checked = new Set<Name>();
    for (const { method, params, expected } of everyList(history)) {
      if (expected.length === 0) continue;
      const text = await ask(app, method, { ...params, limit: 1 });
      const { items, cursor } = (parseExact(text) as Answer).result.value;
      const sortKey = sortKeyOf(items[0] as SortedItem);
      assert.equal(cursor, base58.encode(sortKey), method);
      checked.add(method);
    }
    assert.equal(checked.size, 8);
  });
});

test("a V2 list has the same accounts in the same pages, with the tree in the Merkle context", async (withStore) => {
  await withServer(withStore, async (app) => {
    for (const { method, params, expected } of everyList(history)) {
      const twin = `${method}V2` as Name;
      if (!(twin in methods)) continue;
      const items = await walk(app, twin, { ...params, limit: 3 });
      assert.deepEqual(items.map(toV1), expected, twin);
    }
  });
});

test("every answer has exactly the documented shape", async (withStore) => {
  await withServer(withStore, async (app) => {
    const checks = new Map(
      Object.entries<Method>(methods).map(([name, { result }]) => [
        name,
        Compile(result),
      ]),
    );
    for (const { method, params } of everyList(history)) {
      const text = await ask(app, method, params);
      const { result } = JSON.parse(text) as { result: unknown };
      assert.ok(checks.get(method)!.Check(result), text);
    }
  });
});

test("values by position mean the same as by name", async (withStore) => {
  await withServer(withStore, async (app) => {
    for (const { method, params } of everyList(history)) {
      const values = { ...params, limit: 2 } as Params;
      const byPosition = PARAMS[method].map((name) => values[name] ?? null);
      assert.equal(
        await ask(app, method, byPosition),
        await ask(app, method, values),
      );
    }
  });
});

test("limit 0 gives the slot, no items and no cursor", async (withStore) => {
  await withServer(withStore, async (app) => {
    const text = await ask(app, "getLatestCompressionSignatures", [null, 0]);
    assert.equal(
      text,
      `{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":${head}},"value":{"items":[],"cursor":null}}}`,
    );
  });
});

test("filters and the data slice reach the store", async (withStore) => {
  await withServer(withStore, async (app) => {
    const owner = history.keys.find((key) => dataOf(key).length > 0)!;
    const wanted = Buffer.from(dataOf(owner)[0]!, "base64").subarray(1, 3);
    const items = await walk(app, "getCompressedAccountsByOwner", {
      owner: wire(owner),
      filters: [{ memcmp: { offset: 1, bytes: base58.encode(wanted) } }],
      dataSlice: { offset: 1, length: 2 },
      limit: 1,
    });
    const shown = (items as AccountItem[]).map(({ data }) => data!.data);
    const matching = dataOf(owner).filter((data) =>
      Buffer.from(data, "base64").subarray(1, 3).equals(wanted),
    );
    assert.deepEqual(
      shown,
      Array(matching.length).fill(wanted.toString("base64")),
    );
  });
});

test("a number that is not a double arrives with every digit", async (withStore) => {
  await withServer(withStore, async (app) => {
    const texts: string[] = [];
    for (const { method, params } of everyList(history))
      texts.push(await ask(app, method, params));
    const numbers = texts.join().match(/\b\d{17,20}\b/g)!;
    assert.ok(
      numbers.some((digits) => BigInt(Number(digits)) !== BigInt(digits)),
    );
  });
});

interface ItemV2 {
  readonly account?: ItemV2;
  readonly proveByIndex?: boolean;
  readonly merkleContext?: { readonly tree: string };
}

function toV1(item: unknown): unknown {
  const { account, proveByIndex, merkleContext, ...rest } = item as ItemV2;
  if (account) return { account: toV1(account), ...rest };
  assert.equal(typeof proveByIndex, "boolean");
  return { ...rest, tree: merkleContext!.tree };
}

interface SortedItem {
  readonly account?: { readonly hash: string };
  readonly tokenData?: { readonly mint: string };
  readonly hash?: string;
  readonly slot?: bigint;
  readonly signature?: string;
  readonly balance?: bigint;
  readonly owner?: string;
}

function sortKeyOf(item: SortedItem): Uint8Array {
  const { account, tokenData, hash, slot, signature, balance, owner } = item;
  const u64 = (number: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(number);
    return bytes;
  };
  const key = (text: string) => base58.decode(text);
  if (account) return Buffer.concat([key(tokenData!.mint), key(account.hash)]);
  if (hash) return key(hash);
  return signature
    ? Buffer.concat([u64(slot!), key(signature)])
    : Buffer.concat([u64(balance!), key(owner!)]);
}

/** Accounts of `owner` with at least three bytes of data, in base64. */
function dataOf(owner: Address): string[] {
  return (model.accountsByOwner(owner) as AccountItem[])
    .map(({ data }) => data?.data ?? "")
    .filter((data) => Buffer.from(data, "base64").length >= 3);
}

function wire(key: Address): string {
  return base58.encode(Uint8Array.from(key));
}

function everyList({ keys, mints, addresses }: History) {
  const lists: { method: Name; params: Params; expected: unknown[] }[] = [];
  const add = (method: Name, params: Params, expected: unknown[]) =>
    lists.push({ method, params, expected });
  add("getLatestCompressionSignatures", {}, model.latest());
  for (const key of [...keys, COMPRESSED_TOKEN]) {
    const owner = wire(key);
    const is = (other: Uint8Array | null | undefined) =>
      !!other && Buffer.compare(other, key) === 0;
    add("getCompressedAccountsByOwner", { owner }, model.accountsByOwner(key));
    add(
      "getCompressionSignaturesForOwner",
      { owner },
      model.signatures((a) => is(a.owner)),
    );
    add(
      "getCompressionSignaturesForTokenOwner",
      { owner },
      model.signatures((a) => is(a.token?.owner)),
    );
    add(
      "getCompressedTokenAccountsByOwner",
      { owner },
      model.tokens("owner", key),
    );
    add(
      "getCompressedTokenAccountsByDelegate",
      { delegate: owner },
      model.tokens("delegate", key),
    );
    for (const mint of mints) {
      const only = { mint: wire(mint) };
      add(
        "getCompressedTokenAccountsByOwner",
        { owner, ...only },
        model.tokens("owner", key, mint),
      );
      add(
        "getCompressedTokenAccountsByDelegate",
        { delegate: owner, ...only },
        model.tokens("delegate", key, mint),
      );
    }
  }
  for (const mint of mints)
    add(
      "getCompressedMintTokenHolders",
      { mint: wire(mint) },
      model.holders(mint),
    );
  for (const key of addresses)
    add(
      "getCompressionSignaturesForAddress",
      { address: wire(key) },
      model.signatures(
        (a) => !!a.address && Buffer.compare(a.address, key) === 0,
      ),
    );
  return lists;
}

async function withServer(
  withStore: WithStore,
  work: (app: FastifyInstance) => Promise<void>,
) {
  await withStore(async ({ reader, writer }) => {
    await writer.apply(updates);
    const log = {
      error: (fields: object) => {
        throw new Error("nothing here may fail", { cause: fields });
      },
    };
    const app = buildServer({ read: reader, methods, log, version: "test" });
    await work(app);
    await app.close();
  });
}

async function ask(app: FastifyInstance, method: Name, params: unknown) {
  const reply = await app.inject({
    method: "POST",
    url: `/${method}`,
    payload: { jsonrpc: "2.0", id: "test-account", method, params } as object,
  });
  return reply.body;
}

async function walk(app: FastifyInstance, method: Name, params: Params) {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const text = await ask(app, method, { ...params, cursor });
    const { context, value } = (parseExact(text) as Answer).result;
    assert.equal(context.slot, head);
    items.push(...value.items);
    cursor = value.cursor;
  } while (cursor !== null);
  return items;
}
