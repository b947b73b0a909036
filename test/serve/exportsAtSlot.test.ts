// What an export has, on both engines: the list at its slot, whatever happens to the chain meanwhile.
import assert from "node:assert/strict";
import { test as testOnce } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { parseItem } from "../../src/exporting/items.ts";
import { EXPORTED } from "../../src/exporting/walk.ts";
import type { Methods } from "../../src/rpc/method.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { openSession } from "../../src/store/postgres/session.ts";
import { blockhashOf } from "../encoder/block.ts";
import { makeHistory } from "../model/history.ts";
import type { List } from "../model/lists.ts";
import { withDatabase } from "../postgres/databases.ts";
import { test } from "../store/eachEngine.ts";
import { listsAt } from "../store/listsAtSlot.ts";
import { withOpened } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";
import { withExportServer } from "./exportServer.ts";

const { history, updates } = makeHistory({
  ...{ seed: 31, blocks: 14, transactionsPerBlock: 8, keys: 4 },
});
const slotOf = (index: number) => updates[index]!.block.slot;
const HEAD = slotOf(updates.length - 1);
const UNKNOWN = encodeBase58(new Uint8Array(32).fill(9));

function pathOf({ method, params }: Pick<List, "method" | "params">): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    query.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return `/export/${method}?${query.toString()}`;
}

async function itemsOf(answer: Response): Promise<unknown[]> {
  assert.equal(answer.status, 200);
  const lines = (await answer.text()).split("\n");
  assert.equal(lines.pop(), "", "every line is whole");
  return lines.map(parseItem);
}

test("an export is the whole list of its owner, mint and filters at its slot", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await writer.apply(updates);
    await withExportServer(reader, { pageItems: 3 }, async (base) => {
      // The second one is a slot without a block, or else the block there.
      for (const slot of [HEAD, slotOf(7) - 1, slotOf(4)])
        for (const list of listsAt(history, updates, slot)) {
          if (!(EXPORTED as readonly string[]).includes(list.method)) continue;
          const path = pathOf({
            method: list.method,
            params: { ...list.params, atSlot: slot, format: "ndjson" },
          });
          const answer = await fetch(base + path);
          assert.equal(answer.headers.get("x-context-slot"), String(slot));
          assert.deepEqual(await itemsOf(answer), list.expected, path);
        }
    });
  }));

/** The methods with a step before each page. */
function withSteps(step: () => Promise<void>): Methods {
  const stepped = Object.entries<Methods[string]>(methods).map(
    ([name, method]) => {
      const prepare: typeof method.prepare = (params) => {
        const call = method.prepare(params);
        return {
          ...call,
          answer: async (...given) => {
            await step();
            return call.answer(...given);
          },
        };
      };
      return [name, { ...method, prepare }] as const;
    },
  );
  return Object.fromEntries(stepped);
}

const MIDDLE = 8;
const HOLDERS = {
  method: "getCompressedMintTokenHolders",
  params: { mint: encodeBase58(history.mints[0]!) },
} as const;
const ACCOUNTS = {
  method: "getCompressedTokenAccountsByOwner",
  params: { owner: encodeBase58(history.keys[0]!) },
} as const;

test("an export keeps to its slot while blocks arrive and others above it are taken back", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await writer.apply(updates.slice(0, MIDDLE + 1));
    let next = MIDDLE + 1;
    let steps = 0;
    const step = async () => {
      if (++steps % 4 === 0 && next > MIDDLE + 2) {
        next -= 2;
        await writer.undoAfter(slotOf(next - 1));
      } else if (next < updates.length) await writer.apply([updates[next++]!]);
    };
    const parts = { methods: withSteps(step), pageItems: 1 };
    await withExportServer(reader, parts, async (base) => {
      const slot = slotOf(MIDDLE);
      const lists = listsAt(history, updates, slot);
      for (const { method, params } of [HOLDERS, ACCOUNTS]) {
        const answer = await fetch(
          base + pathOf({ method, params: { ...params, format: "ndjson" } }),
        );
        const at = Number(answer.headers.get("x-context-slot"));
        const expected = listsAt(history, updates, at).find(
          (list) => list.method === method && isOf(list, params),
        )!;
        assert.deepEqual(await itemsOf(answer), expected.expected);
        const earlier = { ...params, atSlot: slot, format: "ndjson" };
        assert.deepEqual(
          await itemsOf(
            await fetch(base + pathOf({ method, params: earlier })),
          ),
          lists.find((list) => list.method === method && isOf(list, params))!
            .expected,
        );
      }
    });
    assert.ok(steps > 8, "blocks came and went");
  }));

function isOf(list: List, params: object): boolean {
  return JSON.stringify(list.params) === JSON.stringify(params);
}

test("an export breaks off when a block at or below its slot is replaced", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await writer.apply(updates);
    let pages = 0;
    const replaced = updates.at(-1)!;
    const step = async () => {
      if (++pages !== 2) return;
      await writer.undoAfter(slotOf(updates.length - 2));
      const block = { ...replaced.block, blockhash: blockhashOf(999_999) };
      await writer.apply([{ ...replaced, block }]);
    };
    const parts = { methods: withSteps(step), pageItems: 1 };
    await withExportServer(reader, parts, async (base) => {
      const answer = await fetch(base + pathOf(ACCOUNTS));
      assert.equal(answer.status, 200);
      await assert.rejects(answer.text());
    });
    assert.equal(pages, 2);
  }));

test("an export of a key without items is a whole file without rows", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await writer.apply(updates);
    await withExportServer(reader, {}, async (base) => {
      const ask = (format: string) =>
        fetch(
          base +
            pathOf({
              method: "getCompressedMintTokenHolders",
              params: { mint: UNKNOWN, format },
            }),
        );
      const csv = await ask("csv");
      assert.equal(csv.headers.get("x-context-slot"), String(HEAD));
      assert.equal(await csv.text(), "owner,balance\n");
      assert.deepEqual(await itemsOf(await ask("ndjson")), []);
      const file = await (await ask("parquet")).arrayBuffer();
      assert.deepEqual(await parquetReadObjects({ file }), []);
    });
  }));

test("an empty store and a slot above it are refused, a slot before the first block is empty", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await withExportServer(reader, {}, async (base) => {
      const refusal = async (params: object) => {
        const path = pathOf({
          ...ACCOUNTS,
          params: { ...ACCOUNTS.params, ...params },
        });
        const answer = await fetch(base + path);
        const body = (await answer.json()) as {
          error: { code: number; message: string };
        };
        return [answer.status, body.error.code, body.error.message] as const;
      };
      const [status, code, why] = await refusal({});
      assert.deepEqual([status, code], [503, -32005]);
      assert.match(why, /no block is indexed yet/);
      assert.deepEqual(
        (await refusal({ atSlot: 5 })).slice(0, 2),
        [503, -32016],
      );
      await writer.apply(updates);
      const above = await refusal({ atSlot: HEAD + 1 });
      assert.deepEqual(above.slice(0, 2), [503, -32016]);
      const below = await refusal({ atSlot: 1 });
      assert.deepEqual(below.slice(0, 2), [410, -32011]);
      assert.match(below[2], new RegExp(`indexed: slots \\d+ to ${HEAD}`));
    });
  }));

testOnce("PostgreSQL: the statement of an export ends with its caller", () =>
  withDatabase((url) =>
    withOpened(url, async ({ writer, reader }) => {
      await writer.apply(updates);
      const lock = await openSession(url, { settings: {} });
      const pages = async () => {
        await lock.query("select pg_stat_clear_snapshot()");
        const { rows } = await lock.query<{ count: string }>(
          `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and query like '%holders%'`,
        );
        return Number(rows[0]!.count);
      };
      try {
        await withExportServer(reader, {}, async (base) => {
          await lock.query(
            "begin; lock table holders in access exclusive mode",
          );
          const leaving = new AbortController();
          const answer = fetch(base + pathOf(HOLDERS), leaving);
          await waitFor("the statement to run", pages);
          leaving.abort();
          await assert.rejects(answer, { name: "AbortError" });
          await waitFor("the statement to end", pages, (count) => count === 0);
        });
      } finally {
        await lock.end();
      }
    }),
  ),
);
