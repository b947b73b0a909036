import assert from "node:assert/strict";
import { test } from "node:test";
import { makeHistory } from "../../../test/model/history.ts";
import {
  type Ask,
  askStore,
  everyList,
  type List,
} from "../../../test/model/lists.ts";
import { Model } from "../../../test/model/model.ts";
import { Random } from "../../../test/model/random.ts";
import { runSql, withDatabase } from "../../../test/postgres/databases.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { openStore, type Store } from "../open.ts";

const { history, updates } = makeHistory({
  ...{ seed: 5, blocks: 30, transactionsPerBlock: 2, keys: 4 },
});

const lists = everyList(history, Model.of(updates));

/** A first page of every list. */
const bodies = lists.flatMap((list) =>
  [3, 1000].map((limit) => bodyOf(list, { limit })),
);

/** An owner with several accounts. */
const someAccounts = lists.find(
  ({ method, expected }) =>
    method === "getCompressedAccountsByOwner" && expected.length > 2,
)!;
const aPage = bodyOf(someAccounts, { limit: 2 });

function bodyOf({ method, params }: List, further: object): string {
  const all = { ...params, ...further };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: all });
}

interface Opened {
  readonly writer: NonNullable<Store["writer"]>;
  /** A process with a page cache, and one without. */
  readonly cached: Store["reader"];
  readonly ask: Ask;
  readonly askDatabase: Ask;
  readonly url: string;
}

function withCache(work: (opened: Opened) => Promise<void>): Promise<void> {
  return withDatabase(async (url) => {
    const written = await openStore(url, { write: true });
    const { reader } = await openStore(url, { write: false, pageCacheMib: 4 });
    try {
      const ask = askStore(reader);
      const askDatabase = askStore(written.reader);
      const { writer } = written;
      await work({ writer: writer!, cached: reader, ask, askDatabase, url });
    } finally {
      await reader.close();
      await written.close();
    }
  });
}

/** Asks until the page comes from the cache. */
function isCached({ cached, ask }: Opened, body: string): Promise<unknown> {
  const before = cached.pageCacheHits!();
  return waitFor("the page to be cached", async () => {
    await ask(body);
    return cached.pageCacheHits!() > before;
  });
}

/** Asks until the answer is the one of the database. */
function isCurrent({ ask, askDatabase }: Opened, body: string) {
  return waitFor(
    "the answer to be the newest one",
    async () => [await ask(body), await askDatabase(body)] as const,
    ([answer, expected]) => answer === expected,
  );
}

test("a page comes from the cache, with the newest slot, while blocks change other rows", () =>
  withCache(async (opened) => {
    const { writer, cached, ask } = opened;
    await writer.apply(updates);
    await isCached(opened, aPage);
    const head = updates.at(-1)!.block.slot;
    const others = makeHistory({
      ...{ seed: 6, blocks: 1, transactionsPerBlock: 1, firstSlot: head },
    }).updates;
    await writer.apply(others);
    // Another page shows when the reader has seen the change: a request for this one would put it into the cache again.
    const another = bodyOf(someAccounts, { limit: 3 });
    await isCurrent(opened, another);
    await isCached(opened, another);
    const hits = cached.pageCacheHits!();
    assert.match(
      await ask(aPage),
      new RegExp(`"slot":${others[0]!.block.slot}\\b`),
    );
    assert.equal(cached.pageCacheHits!(), hits + 1);
  }));

test("pages of all eight lists come from the cache", () =>
  withCache(async (opened) => {
    await opened.writer.apply(updates);
    const ofEach = new Map(lists.map((list) => [list.method, list]));
    ofEach.delete("getCompressedTokenHistory");
    ofEach.delete("getCompressedTokenBalancesByOwner");
    assert.equal(ofEach.size, 8);
    for (const list of ofEach.values())
      await isCached(opened, bodyOf(list, { limit: 2 }));
  }));

test("an answer is always the one of a state that was written, whatever is written or undone in between", () =>
  withCache(async (opened) => {
    const { writer, cached, ask, askDatabase } = opened;
    const random = new Random(8);
    const asked = bodies.filter(() => random.chance(0.3));
    let written = 10;
    await writer.apply(updates.slice(0, written));
    let before: ReadonlyMap<string, string> = new Map();
    for (let step = 0; step < 30; step++) {
      if (random.chance(0.3)) written = await changeStore(random, written);
      const now = await answersOf(askDatabase);
      for (const body of asked) {
        const allowed = [before.get(body), now.get(body)];
        const answer = await ask(body);
        assert.ok(
          allowed.includes(answer),
          `step ${step}: ${body} was answered with ${answer}, not ${allowed.join(" or ")}`,
        );
      }
      for (const body of asked) await isCurrent(opened, body);
      before = now;
    }
    assert.ok(cached.pageCacheHits!() > 50, `${cached.pageCacheHits!()}`);

    async function changeStore(random: Random, written: number) {
      if (written > 5 && random.chance(0.3)) {
        const left = written - 1 - random.below(3);
        await writer.undoAfter(updates[left - 1]!.block.slot);
        return left;
      }
      const left = Math.min(updates.length, written + 1 + random.below(3));
      await writer.apply(updates.slice(written, left));
      return left;
    }

    async function answersOf(from: Ask) {
      const answers = new Map<string, string>();
      for (const body of asked) answers.set(body, await from(body));
      return answers;
    }
  }));

test("an answer under minContextSlot never comes from an older state of the cache", () =>
  withCache(async (opened) => {
    const { writer, ask } = opened;
    await writer.apply(updates.slice(0, 10));
    await isCached(opened, aPage);
    for (const update of updates.slice(10)) {
      await writer.apply([update]);
      const minContextSlot = update.block.slot;
      const body = bodyOf(someAccounts, { limit: 2, minContextSlot });
      const answer = JSON.parse(await ask(body)) as Answer;
      assert.equal(answer.result.context.slot, minContextSlot);
    }
  }));

interface Answer {
  readonly result: { readonly context: { readonly slot: number } };
}

test("slices of the data are no answers for those who ask for all of it", () =>
  withCache(async (opened) => {
    const { writer, ask, askDatabase } = opened;
    await writer.apply(updates);
    const dataSlice = { offset: 0, length: 1 };
    const sliced = bodyOf(someAccounts, { limit: 2, dataSlice });
    await isCached(opened, sliced);
    assert.equal(await ask(aPage), await askDatabase(aPage));
    await isCached(opened, aPage);
    assert.equal(await ask(sliced), await askDatabase(sliced));
  }));

test("a log that another primary has written makes the cache start over", () =>
  withCache(async (opened) => {
    const { writer, url } = opened;
    await writer.apply(updates);
    await isCached(opened, aPage);
    // The same number, another entry, and rows that it would name.
    await runSql(
      url,
      `update list_changes set written_ms = written_ms + 1 where number = (select max(number) from list_changes);
       update accounts_by_owner set item = '{"other":1}'`,
    );
    await isCurrent(opened, aPage);
  }));

test("without the announcements of the writer, pages are read", () =>
  withCache(async (opened) => {
    const { writer, cached, ask, askDatabase, url } = opened;
    await writer.apply(updates.slice(0, 10));
    await isCached(opened, aPage);
    await runSql(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
    await waitFor("the session to be missed", async () => {
      const hits = cached.pageCacheHits!();
      await ask(aPage);
      return cached.pageCacheHits!() === hits;
    });
    await writer.apply(updates.slice(10));
    assert.equal(await ask(aPage), await askDatabase(aPage));
    await isCached(opened, aPage); // it listens again
  }));
