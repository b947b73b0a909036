// Answers at a slot while blocks are written and taken back all the time.
import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { SlotWaits } from "../../src/serve/access/slotWaits.ts";
import { openStore } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { makeHistory } from "../model/history.ts";
import { everyList } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";

const HISTORY = { seed: 21, blocks: 30, transactionsPerBlock: 3 };

/** A thread that writes the history block by block and takes all of it back, again and again. */
async function startWriter(url: string): Promise<Worker> {
  const order = { workerData: { url, history: HISTORY } };
  const worker = new Worker(
    new URL("restlessWriter.ts", import.meta.url),
    order,
  );
  await new Promise((resolve) => worker.once("message", resolve));
  return worker;
}

/** Asks a server whose requests may wait for longer than the writer takes for a round. */
function asking(read: Reader) {
  const waits = new SlotWaits({
    ...{ slots: read.slots, maxMs: 60_000, most: 1000, mostPerCaller: 1000 },
    newestAfter: () => Infinity,
  });
  const log = {
    error: (fields: object) => assert.fail(JSON.stringify(fields)),
  };
  const dispatch = createDispatch({
    read,
    methods,
    log,
    reachSlot: waits.reach,
  });
  return async (method: string, params: object) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const body = Buffer.from(JSON.stringify(call));
    const text = await dispatch(body, "/", "request-1");
    return JSON.parse(text as string) as Answer;
  };
}

interface Answer {
  readonly result?: { readonly context: { readonly slot: number } };
  readonly error?: { readonly code: number };
}

const { history, updates } = makeHistory(HISTORY);
const lists = [...everyList(history, Model.of(updates))];
const slots = updates.map(({ block }) => block.slot);

/** Requests and readers that this many share the machine with. */
const AT_ONCE = 8;
const REQUESTS = 60;

test("an answer is never older than minContextSlot while blocks are written and undone", async (_withStore, withUrl) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new Random(seed);
  await withUrl(async (url) => {
    const writer = await startWriter(url);
    const store = await openStore(url, { write: false });
    const ask = asking(store.reader);
    const answered = { later: 0, refused: 0 };
    const askOften = async () => {
      for (let i = 0; i < REQUESTS; i++) {
        const { method, params } = random.pick(lists);
        const minContextSlot = random.pick(slots);
        const { result, error } = await ask(method, {
          ...params,
          minContextSlot,
        });
        if (result) {
          const { slot } = result.context;
          const why = `seed ${seed}: slot ${slot} for ${minContextSlot}`;
          assert.ok(slot >= minContextSlot, why);
          if (minContextSlot > slots[0]!) answered.later++;
        } else {
          // Its block was taken back each time it was read.
          assert.equal(error!.code, -32016);
          answered.refused++;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, askOften));
      const { later, refused } = answered;
      assert.ok(later > refused, `seed ${seed}: ${later}, ${refused}`);
    } finally {
      await writer.terminate();
      await store.close();
    }
  });
});
