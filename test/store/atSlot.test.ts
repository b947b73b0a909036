import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { Address } from "../../src/domain/values.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { firstSlotOf } from "../../src/store/write/ranges.ts";
import { joinChunks } from "../../src/render/text.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { type History, makeHistory } from "../model/history.ts";
import { type Ask, askStore, assertListsEqualAt } from "../model/lists.ts";
import { parseExact } from "../model/exactJson.ts";
import { Random } from "../model/random.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";
import { fillAll } from "./fillAll.ts";
import { tamper, withOpened, withStorePath } from "./withStore.ts";
import { listsAt, modelAt } from "./listsAtSlot.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 14, transactionsPerBlock: 6, keys: 4 };

const slotOf = ({ block }: StateUpdate) => block.slot;

/** Any slot of these blocks: of a block, or one that was skipped. */
function someSlots(
  updates: readonly StateUpdate[],
  random: Random,
  count: number,
): number[] {
  const first = firstSlotOf(updates[0]!.block);
  const width = slotOf(updates.at(-1)!) - first + 1;
  return Array.from({ length: count }, () => first + random.below(width));
}

async function assertPast(
  ask: Ask,
  history: History,
  updates: readonly StateUpdate[],
  slots: readonly number[],
): Promise<void> {
  for (const slot of slots)
    await assertListsEqualAt(
      ask,
      slot,
      listsAt(history, updates, slot),
      [2, 1000],
    );
  for (const slot of slots)
    for (const owner of history.keys)
      assert.equal(
        await lamportsAt(ask, owner, slot),
        modelAt(updates, slot).lamports(owner),
        `lamports of ${encodeBase58(owner)} at ${slot}`,
      );
}

async function lamportsAt(
  ask: Ask,
  owner: Address,
  atSlot: number,
): Promise<unknown> {
  const params = { owner: encodeBase58(owner), atSlot };
  const method = "getCompressedBalanceByOwner";
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { result } = parseExact(await ask(body)) as {
    result: { context: { slot: bigint }; value: bigint };
  };
  assert.equal(result.context.slot, BigInt(atSlot));
  return result.value;
}

test("every list at a slot is that of an index that was given the blocks up to there, in any batches and after forks", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed + 11);
        const { history, updates } = makeHistory({ seed, ...shape });
        for (let next = 0; next < updates.length;) {
          const size = 1 + random.below(4);
          await writer.apply(updates.slice(next, next + size));
          next = Math.min(next + size, updates.length);
          if (next > 1 && random.chance(0.4)) {
            next -= random.below(Math.min(next, 5));
            await writer.undoAfter(slotOf(updates[next - 1]!));
          }
          const there = updates.slice(0, next);
          const slots = someSlots(there, random, 1);
          if (random.chance(0.3))
            await assertPast(askStore(reader), history, there, slots);
        }
        const slots = someSlots(updates, random, 3);
        await assertPast(askStore(reader), history, updates, slots);
      }),
    ),
    { numRuns: 6, endOnFailure: true },
  );
});

test("the past is right after older blocks were filled in, in pieces", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 4, max: 12 }), (seed, split) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed + 13);
        const { history, updates } = makeHistory({ seed, ...shape });
        await writer.apply(updates.slice(split, split + 1));
        await fillAll(writer, updates.slice(0, split), random);
        while (await writer.makeRunningBalances());
        for (const update of updates.slice(split + 1))
          await writer.apply([update]);
        while (await writer.makeRunningBalances());
        const slots = someSlots(updates, random, 3);
        await assertPast(askStore(reader), history, updates, slots);
      }),
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

test("the same past, block by block or in one batch", async (withStore) => {
  const { updates } = makeHistory({ seed: 5, ...shape });
  await withStore((one) =>
    withStore(async (other) => {
      await one.writer.apply(updates);
      for (const update of updates) await other.writer.apply([update]);
      const rows = (await dump(one.reader))["past_rows"]!;
      assert.ok(rows.length > 0);
      assert.deepEqual((await dump(other.reader))["past_rows"], rows);
    }),
  );
});

interface Refusal {
  readonly error?: { code: number; message: string; data?: unknown };
}

test("a slot that is not there, or not the caller's block, is refused with the reason", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const { history, updates } = makeHistory({ seed: 9, ...shape });
    const head = slotOf(updates.at(-1)!);
    const first = firstSlotOf(updates[6]!.block);
    const ask = askStore(reader);
    const refusal = async (
      params: object,
      method = "getCompressedTokenAccountsByOwner",
    ) => {
      const all = { owner: encodeBase58(history.keys[0]!), ...params };
      const body = { jsonrpc: "2.0", id: 1, method, params: all };
      return (JSON.parse(await ask(JSON.stringify(body))) as Refusal).error;
    };
    assert.equal(
      (await refusal({ atSlot: 0 }))?.code,
      -32016,
      "an empty store",
    );
    await writer.apply(updates.slice(6));
    assert.deepEqual((await refusal({ atSlot: head + 1 }))?.data, {
      contextSlot: head,
    });
    assert.equal((await refusal({ atSlot: head + 1 }))?.code, -32016);
    const before = await refusal({ atSlot: first - 1 });
    assert.equal(before?.code, -32011);
    assert.match(before.message, new RegExp(`slots ${first} to ${head}`));
    const { blockhash } = updates[8]!.block;
    const slot = slotOf(updates[8]!);
    assert.equal(await refusal({ atSlot: slot, blockhash }), undefined);
    assert.equal(
      (await refusal({ atSlot: slotOf(updates[9]!), blockhash }))?.code,
      -32011,
    );
    assert.equal((await refusal({ blockhash }))?.code, -32602);
    for (const method of [
      "getCompressedTokenAccountsByOwnerV2",
      "getCompressedAccountsByOwnerV2",
    ])
      assert.equal((await refusal({ atSlot: slot }, method))?.code, -32602);
    assert.equal(
      await refusal({ atSlot: slot, minContextSlot: head }),
      undefined,
    );
  });
});

test("a slot in a gap is refused with the slots around it, which are answered", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const { history, updates } = makeHistory({ seed: 10, ...shape });
    const first = firstSlotOf(updates[2]!.block);
    const last = slotOf(updates[4]!);
    const next = firstSlotOf(updates[8]!.block);
    await writer.apply(updates.slice(8));
    await writer.backfill(updates.slice(2, 5), { first, last });
    const ask = askStore(reader);
    const at = async (atSlot: number): Promise<Refusal> => {
      const params = { owner: encodeBase58(history.keys[0]!), atSlot };
      const method = "getCompressedTokenAccountsByOwner";
      const body = { jsonrpc: "2.0", id: 1, method, params };
      return JSON.parse(await ask(JSON.stringify(body))) as Refusal;
    };
    const known = `slots ${first} to ${last} and slots ${next} to ${slotOf(updates.at(-1)!)}`;
    for (const slot of [last + 1, next - 1]) {
      const { error } = await at(slot);
      assert.equal(error?.code, -32011);
      assert.match(error.message, new RegExp(`slot ${slot} .*${known}$`));
    }
    for (const slot of [first, last, next])
      assert.equal((await at(slot)).error, undefined, String(slot));
  });
});

test("a request with minContextSlot and atSlot waits for the one before it looks for the other", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const { history, updates } = makeHistory({ seed: 12, ...shape });
    await writer.apply(updates.slice(0, -1));
    const slot = slotOf(updates.at(-1)!);
    const waited: number[] = [];
    const dispatch = createDispatch({
      ...{ read: reader, methods },
      log: { error: (fields) => assert.fail(JSON.stringify(fields)) },
      reachSlot: async (minContextSlot) => {
        waited.push(minContextSlot);
        await writer.apply(updates.slice(-1));
      },
    });
    const owner = encodeBase58(history.keys[0]!);
    const params = { owner, atSlot: slot, minContextSlot: slot };
    const method = "getCompressedTokenAccountsByOwner";
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const text = joinChunks((await dispatch(Buffer.from(body), "/", "test"))!);
    const { result } = parseExact(text) as {
      result: { context: { slot: bigint }; value: { items: unknown[] } };
    };
    assert.deepEqual(waited, [slot]);
    assert.equal(result.context.slot, BigInt(slot));
    const there = modelAt(updates, slot).tokens("owner", history.keys[0]!);
    assert.deepEqual(result.value.items, there);
  });
});

it("a store of an older version knows balances from its upgrade on, and refuses earlier slots", async () => {
  await withStorePath(async (url) => {
    const { history, updates } = makeHistory({ seed: 21, ...shape });
    const from = slotOf(updates[6]!);
    await withOpened(url, ({ writer }) => writer.apply(updates.slice(0, 7)));
    tamper(
      url.slice("sqlite://".length),
      `delete from token_changes; delete from lamport_changes; update token_balances set since = null;
       insert into facts (name, value) values ('balances_from', '${from}')`,
    );
    await withOpened(url, async ({ writer, reader }) => {
      for (const update of updates.slice(7)) await writer.apply([update]);
      const ask = askStore(reader);
      const head = slotOf(updates.at(-1)!);
      for (let slot = from; slot <= head; slot++) {
        const lists = listsAt(history, updates, slot).filter(
          ({ method }) => method === "getCompressedTokenBalancesByOwner",
        );
        for (const { params, expected } of lists) {
          const owned = expected.filter((item) => !isZero(item));
          const found = await balancesAt(ask, params, slot);
          assert.deepEqual(
            found.filter((item) => !isZero(item)),
            owned,
          );
        }
        for (const owner of history.keys)
          assert.equal(
            await lamportsAt(ask, owner, slot),
            modelAt(updates, slot).lamports(owner),
          );
      }
      const params = {
        owner: encodeBase58(history.keys[0]!),
        atSlot: from - 1,
      };
      for (const method of [
        "getCompressedTokenBalancesByOwner",
        "getCompressedBalanceByOwner",
        "getCompressedTokenHistory",
      ]) {
        const body = { jsonrpc: "2.0", id: 1, method, params };
        const text = await ask(JSON.stringify(body));
        assert.equal((JSON.parse(text) as Refusal).error?.code, -32011, text);
      }
    });
  });
});

it("files the past rows of an older version by their length when the store is opened", async () => {
  await withStorePath(async (url) => {
    const { updates } = makeHistory({ seed: 23, ...shape });
    const past = () =>
      withOpened(url, async ({ reader }) => (await dump(reader))["past_rows"]!);
    await withOpened(url, ({ writer }) => writer.apply(updates));
    const rows = await past();
    assert.ok(rows.length > 10);
    tamper(
      url.slice("sqlite://".length),
      "update past_rows set node = node / 64; alter table tree_states drop column rolled_over_slot; delete from schema_versions where version >= 9",
    );
    assert.deepEqual(await past(), rows);
  });
});

it("refuses to add up more than 50,000 changes of a balance while blocks are missing", async () => {
  await withStorePath(async (url) => {
    const { history, updates } = makeHistory({ seed: 22, ...shape });
    await withOpened(url, ({ writer }) => writer.apply(updates));
    const head = slotOf(updates.at(-1)!);
    const owner = encodeBase58(history.keys[0]!);
    const addChanges = (from: number, to: number) => {
      tamper(
        url.slice("sqlite://".length),
        `insert into lamport_changes (owner, position, change, balance)
         with recursive n(i) as (values (${from}) union all select i + 1 from n where i < ${to})
         select unhex('${Buffer.from(history.keys[0]!).toString("hex")}'), unhex(printf('%016x', ${head} + i)), '1', null from n`,
      );
    };
    const answer = () =>
      withOpened(url, async ({ reader }) => {
        const method = "getCompressedBalanceByOwner";
        const params = { owner, atSlot: head };
        const body = { jsonrpc: "2.0", id: 1, method, params };
        return JSON.parse(
          await askStore(reader)(JSON.stringify(body)),
        ) as Refusal & { result?: unknown };
      });
    addChanges(1, 49_000);
    assert.ok((await answer()).result);
    addChanges(49_001, 52_000);
    const { error } = await answer();
    assert.equal(error?.code, -32011);
    assert.match(error.message, /^Not known at that slot: blocks before it/);
  });
});

const isZero = (item: unknown) => (item as { balance: bigint }).balance === 0n;

async function balancesAt(ask: Ask, params: object, atSlot: number) {
  const method = "getCompressedTokenBalancesByOwner";
  const all = { ...params, atSlot };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: all });
  const { result } = parseExact(await ask(body)) as {
    result: { value: { token_balances: unknown[] } };
  };
  return result.value.token_balances;
}
