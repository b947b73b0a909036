// Run by `npm run test:citus`: what differs on a Citus cluster. Not part of `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainPages } from "../../bench/postgres/plans.ts";
import { indexState } from "../../bench/postgres/indexing.ts";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { LiveLists } from "../../src/live/liveLists.ts";
import { parseExact } from "../model/exactJson.ts";
import { makeHistory } from "../model/history.ts";
import { askStore, assertListsEqual } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { nodes, run, withCitus } from "../postgres/citus.ts";
import { FoldedList } from "../store/foldedList.ts";
import { withOpened } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";

test("a page of each of the eight lists is one task on one shard", () =>
  withCitus(async (url) => {
    await indexState(url, 2000);
    const plans: string[] = [];
    await explainPages(url, (plan) => plans.push(plan));
    assert.equal(plans.length, 8);
    for (const plan of plans) {
      const counts = plan.match(/Task Count: \d+/g);
      assert.deepEqual(counts, ["Task Count: 1"], plan);
      assert.doesNotMatch(plan, /Seq Scan/);
    }
  }));

test("lists and balances at a slot are refused with the reason", () =>
  withCitus((url) =>
    withOpened(url, async ({ reader, writer }) => {
      const { history, updates } = makeHistory({
        seed: 1,
        blocks: 4,
        transactionsPerBlock: 4,
      });
      await writer.apply(updates);
      const ask = askStore(reader);
      const owner = encodeBase58(history.keys[0]!);
      const atSlot = updates[1]!.block.slot;
      for (const method of [
        "getCompressedAccountsByOwner",
        "getCompressedTokenBalancesByOwner",
        "getCompressionSignaturesForOwner",
      ]) {
        const request = {
          ...{ jsonrpc: "2.0", id: 1, method },
          params: { owner, atSlot },
        };
        const { error } = JSON.parse(await ask(JSON.stringify(request))) as {
          error?: { code: number; message: string };
        };
        assert.equal(error?.code, -32011);
        assert.match(error.message, /spread over several servers/);
      }
    }),
  ));

test("a node is emptied and filled again while blocks are written and lists are read", () =>
  withCitus((url) =>
    withOpened(url, async ({ reader, writer }) => {
      const { history, updates } = makeHistory({
        seed: 5,
        blocks: 40,
        transactionsPerBlock: 4,
      });
      const [first, ...rest] = updates;
      await writer.apply([first!]);
      const worker = (await nodes()).at(-1)!;
      const name = `'${worker.host}', ${worker.port}`;
      const moving = { done: false };
      const moved = (async () => {
        await run(url, `select citus_drain_node(${name})`);
        await run(
          url,
          `select citus_set_node_property(${name}, 'shouldhaveshards', true)`,
        );
        await run(url, "select rebalance_table_shards()");
      })().finally(() => (moving.done = true));
      moved.catch(() => undefined);
      const owner = encodeBase58(history.keys[0]!);
      const ask = askStore(reader);
      let reads = 0;
      for (const update of rest) {
        await writer.apply([update]);
        for (const method of [
          "getCompressedAccountsByOwner",
          "getCompressionSignaturesForOwner",
        ]) {
          const answer = await ask(
            JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method,
              params: { owner },
            }),
          );
          assert.match(answer, /"result"/);
          reads += moving.done ? 0 : 1;
        }
      }
      await moved;
      assert.ok(reads > 0, "nothing was read while shards moved");
      await assertListsEqual(ask, history, Model.of(updates), [7]);
    }),
  ));

test("a followed list tells what blocks add and what a fork takes back", () =>
  withCitus((url) =>
    withOpened(url, async ({ reader, writer }) => {
      const shape = { seed: 5, blocks: 12, transactionsPerBlock: 4 };
      const { updates } = makeHistory(shape);
      await writer.apply(updates.slice(0, 2));
      const method = "getLatestCompressionSignatures";
      const params = {};
      const list = { method, params };
      const ask = askStore(reader);
      const listNow = async () => {
        const request = { jsonrpc: "2.0", id: 1, method, params };
        const answer = parseExact(await ask(JSON.stringify(request))) as Answer;
        return answer.result.value.items;
      };
      const folded = new FoldedList(list, await listNow());
      const seen = { slot: 0, added: 0, removed: 0 };
      const stop = new AbortController();
      const live = new LiveLists(reader, (error) => assert.fail(String(error)));
      const following = (async () => {
        for await (const change of live.follow(list, null, stop.signal)) {
          folded.fold(change);
          seen.added += change.added.length;
          seen.removed += change.removed.length;
          seen.slot = change.context.slot;
        }
      })();
      const isAt = (slot: number) =>
        waitFor(
          `the change of slot ${slot}`,
          () => seen,
          () => seen.slot === slot,
          { unless: following.then(() => new Promise<never>(() => undefined)) },
        );
      following.catch(() => undefined);
      try {
        await isAt(updates[1]!.block.slot);
        for (const update of updates.slice(2, 8)) await writer.apply([update]);
        await writer.undoAfter(updates[4]!.block.slot);
        for (const update of updates.slice(5)) await writer.apply([update]);
        await isAt(updates.at(-1)!.block.slot);
        folded.assertIs(await listNow());
        assert.ok(seen.added > 0 && seen.removed > 0, JSON.stringify(seen));
      } finally {
        stop.abort();
        await following.catch(() => undefined); // it may end with the reason of the stop
      }
    }),
  ));

interface Answer {
  readonly result: {
    readonly value: { readonly items: Readonly<Record<string, unknown>>[] };
  };
}
