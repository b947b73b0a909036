import assert from "node:assert/strict";
import { test as testOnce, type TestContext } from "node:test";
import {
  accept,
  type Receiver,
  startReceiver,
  verify,
} from "../../test/webhooks/receiver.ts";
import { contextAt, MadeChanges } from "../../test/webhooks/madeChanges.ts";
import { test } from "../../test/store/eachEngine.ts";
import { type OpenedStore, withStore } from "../../test/store/withStore.ts";
import { waitFor } from "../../test/waitFor.ts";
import { openForUpkeep } from "../store/open.ts";
import {
  addWebhook,
  removeWebhook,
  switchOn,
} from "../store/webhooks/changes.ts";
import { listWebhooks, type Webhook } from "../store/webhooks/rows.ts";
import { Deliverer, type DelivererOptions } from "./deliverer.ts";
import { createPoster } from "./post.ts";
import { createSecret } from "./signature.ts";

const FAST = {
  ...{ firstMs: 1, longestMs: 20 },
  ...{ giveUpSeconds: 86_400, leastFailures: 10 },
};

interface Bench {
  readonly changes: MadeChanges;
  readonly warnings: string[];
  add(receiver: Pick<Receiver, "url">): Promise<Omit<Webhook, "state">>;
  hooks(): Promise<readonly Webhook[]>;
  /** Starts to deliver; the returned function stops it. */
  start(options?: Partial<DelivererOptions>): () => Promise<void>;
  deliverer(): Deliverer;
}

function benchOf(t: TestContext, store: OpenedStore): Bench {
  const changes = new MadeChanges();
  const warnings: string[] = [];
  let deliverer: Deliverer;
  let number = 0;
  return {
    changes,
    warnings,
    async add({ url }) {
      const connection = await openForUpkeep(store.url);
      const hook = {
        ...{ id: `wh_${++number}`, url, secret: createSecret() },
        list: {
          method: "getCompressedMintTokenHolders",
          params: { mint: "M" },
        },
        allowPrivate: true,
      };
      await addWebhook(connection, hook);
      await connection.close();
      await startAt(store, hook.id);
      return hook;
    },
    hooks: () => listWebhooks(store.reader),
    start(options = {}) {
      const stop = new AbortController();
      deliverer = new Deliverer({
        list: () => listWebhooks(store.reader),
        save: (states) => store.writer.saveWebhookStates(states),
        poster: createPoster({ timeoutMs: 500 }),
        warn: (text) => warnings.push(text),
        ...{ changes, version: "1", retries: FAST, lookEveryMs: 5 },
        ...options,
      });
      const ended = deliverer.run(stop.signal);
      const end = async () => {
        stop.abort();
        await ended;
      };
      t.after(end);
      return end;
    },
    deliverer: () => deliverer,
  };
}

/** As if the store had a block 0 when the webhook was added. */
async function startAt(store: OpenedStore, id: string): Promise<void> {
  const hooks = await listWebhooks(store.reader);
  const { state } = hooks.find((hook) => hook.id === id)!;
  const at = { ...state, position: contextAt(0) };
  await store.writer.saveWebhookStates([{ id, before: null, state: at }]);
}

const slots = ({ arrived }: Receiver) =>
  arrived.map(({ message }) => message.context.slot);

const arrives = (receiver: Receiver, count: number) =>
  waitFor(
    `${count} messages`,
    () => slots(receiver),
    (seen) => seen.length >= count,
  );

const savedUpTo = (bench: Bench, slot: number) =>
  waitFor(
    `slot ${slot} to be saved`,
    async () => (await bench.hooks()).map(({ state }) => state.position?.slot),
    (saved) => saved.every((each) => each === slot),
  );

test("changes arrive in order, signed, and the position is in the store", async (withStore, _withUrl, t) => {
  await withStore(async (store) => {
    const bench = benchOf(t, store);
    const receiver = await startReceiver(t);
    const { id, secret } = await bench.add(receiver);
    const stop = bench.start();
    await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
    for (let i = 1; i <= 5; i++) bench.changes.add();
    await arrives(receiver, 5);
    assert.deepEqual(slots(receiver), [1, 2, 3, 4, 5]);
    for (const received of receiver.arrived) verify(secret, received);
    const other = createSecret();
    assert.throws(() => {
      verify(other, receiver.arrived[0]!);
    });
    const [first] = receiver.arrived;
    assert.equal(first!.id, `${id}-1`);
    assert.equal(
      first!.body,
      '{"method":"getCompressedMintTokenHolders","params":{"mint":"M"},"context":{"slot":1,"blockhash":"block1"},"value":{"removed":[],"added":[{"item":1}],"undone":false,"more":false}}',
    );
    await savedUpTo(bench, 5);
    await stop();
  });
});

test("a restart goes on after the last saved change, and repeats none that was saved", async (withStore, _withUrl, t) => {
  await withStore(async (store) => {
    const bench = benchOf(t, store);
    const receiver = await startReceiver(t);
    await bench.add(receiver);
    const stop = bench.start();
    await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
    for (let i = 1; i <= 3; i++) bench.changes.add();
    await savedUpTo(bench, 3);
    await stop();
    for (let i = 4; i <= 6; i++) bench.changes.add();
    const stopAgain = bench.start();
    await savedUpTo(bench, 6);
    assert.deepEqual(slots(receiver), [1, 2, 3, 4, 5, 6]);
    await stopAgain();
  });
});

testOnce(
  "a crash before a delivery is saved repeats that message with its id, and no other",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      const receiver = await startReceiver(t);
      const { id } = await bench.add(receiver);
      const crash = Promise.withResolvers<never>();
      crash.promise.catch(() => undefined);
      const stop = bench.start({
        save: (states) =>
          states[0]!.state.position!.slot > 1
            ? crash.promise
            : store.writer.saveWebhookStates(states),
      });
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      await savedUpTo(bench, 1);
      bench.changes.add();
      await arrives(receiver, 2);
      const stopped = stop();
      crash.reject(new Error("the process has ended"));
      await stopped;
      bench.changes.add();
      bench.start();
      await savedUpTo(bench, 3);
      assert.deepEqual(
        receiver.arrived.map((each) => each.id),
        [1, 2, 2, 3].map((change) => `${id}-${change}`),
      );
    }),
);

testOnce(
  "what a receiver refuses, leaves open or drops is sent again with the same id, before anything later",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      const receiver = await startReceiver(t, (response, attempt) => {
        if (attempt === 1) response.writeHead(500).end("no");
        else if (attempt === 2) response.socket!.destroy();
        else if (attempt === 3)
          return; // it hangs
        else if (attempt === 4)
          response.writeHead(302, { location: "/other" }).end();
        else response.writeHead(200).end("ok");
      });
      const { id, secret } = await bench.add(receiver);
      bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      bench.changes.add();
      await savedUpTo(bench, 2);
      assert.deepEqual(
        receiver.arrived.map((each) => each.id),
        [...Array<string>(5).fill(`${id}-1`), `${id}-2`],
      );
      for (const received of receiver.arrived) verify(secret, received);
      assert.match(
        bench.warnings[0]!,
        /wh_1 to 127\.0\.0\.1:\d+ fails: the receiver answered 500/,
      );
      assert.match(bench.warnings[1]!, /wh_1 to 127\.0\.0\.1:\d+ works again/);
      assert.deepEqual(bench.deliverer().counts.delivered, 2);
      // The connection that was dropped may have been a kept one, whose message is sent again at once.
      assert.ok([3, 4].includes(bench.deliverer().counts.failed));
      const [hook] = await bench.hooks();
      assert.equal(hook!.state.failures, 0);
    }),
);

testOnce(
  "a receiver that goes away and comes back gets everything, in order",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      const first = await startReceiver(t);
      await bench.add(first);
      bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      await savedUpTo(bench, 1);
      await first.close();
      for (let i = 2; i <= 4; i++) bench.changes.add();
      await waitFor("a failure", () => bench.deliverer().counts.failed);
      const again = await startReceiver(t, accept, first.port);
      await savedUpTo(bench, 4);
      assert.deepEqual([...slots(first), ...slots(again)], [1, 2, 3, 4]);
    }),
);

testOnce("a receiver that hangs does not hold up another one", (t) =>
  withStore(async (store) => {
    const bench = benchOf(t, store);
    const hanging = await startReceiver(t, () => undefined);
    const good = await startReceiver(t);
    await bench.add(hanging);
    await bench.add(good);
    bench.start({ poster: createPoster({ timeoutMs: 600_000 }) });
    await waitFor(
      "both to be on",
      () => bench.deliverer().counts.on,
      (on) => on === 2,
    );
    for (let i = 1; i <= 3; i++) bench.changes.add();
    await arrives(good, 3);
    assert.deepEqual(slots(hanging), [1]);
  }),
);

test("after a day of failures a webhook is switched off, for later processes too, until it is switched on", async (withStore, _withUrl, t) => {
  await withStore(async (store) => {
    const bench = benchOf(t, store);
    const receiver = await startReceiver(t, (response) =>
      response.writeHead(503).end(),
    );
    const { id } = await bench.add(receiver);
    // A day, as the plan counts it.
    const retries = { ...FAST, giveUpSeconds: 0, leastFailures: 4 };
    const stop = bench.start({ retries });
    await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
    bench.changes.add();
    await waitFor("it to be off", () => bench.deliverer().counts.off);
    await stop(); // the warning is logged after the state is saved
    assert.equal(receiver.arrived.length, 4);
    assert.match(
      bench.warnings.at(-1)!,
      /switched off: the receiver answered 503/,
    );
    const [hook] = await bench.hooks();
    assert.ok(hook!.state.isOff);
    assert.equal(hook!.state.trouble, "the receiver answered 503");
    receiver.behaviour = accept;
    const stopAgain = bench.start({ retries });
    await waitFor("it to be seen", () => bench.deliverer().counts.off);
    assert.equal(receiver.arrived.length, 4);
    const connection = await openForUpkeep(store.url);
    await switchOn(connection, id);
    await connection.close();
    bench.changes.add();
    await savedUpTo(bench, 2);
    assert.deepEqual(slots(receiver).slice(4), [1, 2]);
    await stopAgain();
  });
});

testOnce(
  "410 Gone switches a webhook off at once, and so does a position that is no longer kept",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      const gone = await startReceiver(t, (response) =>
        response.writeHead(410).end(),
      );
      await bench.add(gone);
      const stop = bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      await waitFor("it to be off", () => bench.deliverer().counts.off);
      assert.equal(gone.arrived.length, 1);
      await stop();
      const good = await startReceiver(t);
      await bench.add(good);
      const late = bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      await arrives(good, 1);
      await late();
      bench.changes.add();
      bench.changes.add();
      bench.changes.forgotten = 3;
      const last = bench.start();
      await waitFor(
        "both to be off",
        () => bench.deliverer().counts.off,
        (off) => off === 2,
      );
      await last();
      assert.match(
        bench.warnings.at(-1)!,
        /wh_2 .* is switched off: Not known at that slot: too old/,
      );
      assert.equal(good.arrived.length, 1);
    }),
);

testOnce(
  "parts of a change count as told together: a restart between them repeats the first",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      let refusing = true;
      const receiver = await startReceiver(t, (response, _attempt, { id }) => {
        response.writeHead(refusing && id.endsWith("-1-2") ? 500 : 200).end();
      });
      const { id } = await bench.add(receiver);
      const stop = bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add({ more: true, id: "1" });
      bench.changes.add({ context: contextAt(1), added: [], id: "1-2" });
      await waitFor("a failure", () => bench.deliverer().counts.failed);
      await stop();
      refusing = false;
      bench.start();
      await savedUpTo(bench, 1);
      assert.deepEqual(
        receiver.arrived.slice(-2).map((each) => each.id),
        [`${id}-1`, `${id}-1-2`],
      );
    }),
);

testOnce("an empty change moves the position and is not sent", (t) =>
  withStore(async (store) => {
    const bench = benchOf(t, store);
    const receiver = await startReceiver(t);
    await bench.add(receiver);
    bench.start();
    await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
    bench.changes.add({ added: [] });
    await savedUpTo(bench, 1);
    assert.equal(receiver.arrived.length, 0);
  }),
);

testOnce(
  "a webhook that is removed gets nothing more, and its row stays away",
  (t) =>
    withStore(async (store) => {
      const bench = benchOf(t, store);
      const receiver = await startReceiver(t, (response) =>
        response.writeHead(500).end(),
      );
      const { id } = await bench.add(receiver);
      bench.start();
      await waitFor("the webhook to be on", () => bench.deliverer().counts.on);
      bench.changes.add();
      await waitFor("a failure", () => bench.deliverer().counts.failed);
      const connection = await openForUpkeep(store.url);
      await removeWebhook(connection, id);
      await connection.close();
      const counts = () => bench.deliverer().counts;
      await waitFor(
        "no webhook",
        counts,
        ({ on, failing }) => on + failing === 0,
      );
      assert.deepEqual(await bench.hooks(), []);
    }),
);

test("a state is not saved over one that another process has moved on", async (withStore, _withUrl, t) => {
  await withStore(async (store) => {
    const bench = benchOf(t, store);
    const { id } = await bench.add({ url: "http://127.0.0.1:1/" });
    const [hook] = await bench.hooks();
    const { state } = hook!;
    const at = (slot: number) => ({ ...state, position: contextAt(slot) });
    const save = (before: number | null, after: number) =>
      store.writer.saveWebhookStates([
        {
          id,
          before: before === null ? null : contextAt(before),
          state: at(after),
        },
      ]);
    assert.deepEqual(await save(0, 7), []);
    assert.deepEqual(await save(0, 5), [id]);
    assert.deepEqual(await save(null, 5), [id]);
    assert.deepEqual(await save(7, 8), []);
    assert.equal((await bench.hooks())[0]!.state.position!.slot, 8);
  });
});
