import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import fc from "fast-check";
import { WebSocket } from "ws";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { rememberCaller } from "../../src/rpc/http/callerOf.ts";
import type { Caller } from "../../src/rpc/observer.ts";
import { slotNotReached } from "../../src/rpc/minContextSlot.ts";
import { waitFor } from "../waitFor.ts";
import {
  connect,
  contextOf,
  EMPTY,
  type Client,
  type Frame,
  history,
  LATEST,
  serving,
  updates,
} from "./liveServer.ts";

/** A list that does not change. */
const NOBODYS = {
  method: "getCompressedAccountsByOwner",
  params: { owner: encodeBase58(new Uint8Array(32).fill(9)) },
};

it("a subscription is answered, says where it begins, and then follows the blocks", () =>
  serving(async (live) => {
    const client = await connect(live);
    const [number, first] = await client.subscribe({ method: LATEST });
    assert.equal(typeof number, "number");
    assert.deepEqual(first, { context: contextOf(updates[19]!), value: EMPTY });
    await live.store.writer.apply(updates.slice(20, 21));
    const next = await client.notification();
    assert.deepEqual(next.context, contextOf(updates[20]!));
    assert.equal(next.value.added.length, updates[20]!.transactions.length);

    await live.store.writer.undoAfter(updates[18]!.block.slot);
    const back = await client.notification();
    assert.deepEqual(back.context, contextOf(updates[18]!));
    assert.equal(back.value.undone, true);
    const { length } = back.value.removed;
    const expected = [19, 20].flatMap((i) => updates[i]!.transactions).length;
    assert.equal(length, expected);

    const gone = await client.call("listUnsubscribe", { subscription: number });
    assert.equal(gone.result, true);
    const again = await client.call("listUnsubscribe", [number]);
    assert.equal(again.error?.code, -32602);
    await waitFor("no subscriptions", () => live.lists.subscriptions === 0);
  }));

it("a subscription learns that its block was taken back also if its list did not change, at once and when it comes back", () =>
  serving(async (live) => {
    const here = await connect(live);
    const [, { context: from }] = await here.subscribe(NOBODYS);
    await live.store.writer.undoAfter(updates[18]!.block.slot);
    const back = {
      context: contextOf(updates[18]!),
      value: { ...EMPTY, undone: true },
    };
    assert.deepEqual(await here.notification(), back);
    const later = await connect(live);
    await later.subscribe({ ...NOBODYS, from });
    assert.deepEqual(await later.notification(), back);
    // Its context stays: these blocks do not change the list, and taking the later one back does not concern it.
    await live.store.writer.apply(updates.slice(19, 20));
    await live.store.writer.undoAfter(updates[18]!.block.slot);
    await live.store.writer.undoAfter(updates[17]!.block.slot);
    for (const client of [here, later])
      assert.deepEqual(await client.notification(), {
        ...back,
        context: contextOf(updates[17]!),
      });
  }));

it("a caller that comes back with its last context gets what it has missed, also when that block was taken back", () =>
  serving(async (live) => {
    const first = await connect(live);
    const [, { context: from }] = await first.subscribe({ method: LATEST });
    first.socket.terminate();
    await live.store.writer.undoAfter(updates[15]!.block.slot);
    await live.store.writer.apply(updates.slice(16, 18));

    const second = await connect(live);
    const [, start] = await second.subscribe({ method: LATEST, from });
    assert.deepEqual(start, { context: from, value: EMPTY });
    const back = await second.notification();
    assert.deepEqual(back.context, contextOf(updates[15]!));
    assert.equal(back.value.undone, true);
    assert.deepEqual(
      (await second.notification()).context,
      contextOf(updates[17]!),
    );
  }));

it("every method can be called over a connection, and mistakes are answered", () =>
  serving(async (live) => {
    const client = await connect(live);
    const slot = await client.call("getIndexerSlot", {});
    assert.equal(slot.result, updates[19]!.block.slot);
    const codeOf = async (method: string, params: unknown) =>
      (await client.call(method, params)).error?.code;
    const owner = encodeBase58(history.keys[0]!);
    const method = "getCompressedTokenAccountsByOwner";
    const subscribe = (params: unknown) => codeOf("listSubscribe", params);
    assert.equal(await subscribe({ method: "getIndexerSlot" }), -32602);
    assert.equal(await subscribe({ method, params: {} }), -32602);
    for (const more of [{ cursor: null }, { limit: 1 }, { atSlot: 1 }])
      assert.equal(
        await subscribe({ method, params: { owner, ...more } }),
        -32602,
      );
    const blockhash = "unknown";
    const from = { slot: 1, blockhash };
    assert.equal(await subscribe({ method: LATEST, from }), -32011);
    const ahead = { slot: 10 ** 9, blockhash };
    assert.equal(await subscribe({ method: LATEST, from: ahead }), -32016);
    assert.equal(
      await subscribe({ method: LATEST, from: { slot: -1, blockhash } }),
      -32602,
    );
    assert.equal(await codeOf("listSomething", {}), -32601);
    client.socket.send("not JSON");
    assert.equal((await client.next()).error?.code, -32700);
    client.socket.send(
      JSON.stringify([
        { jsonrpc: "2.0", id: 1, method: "listSubscribe", params: {} },
      ]),
    );
    const [answer] = (await client.next()) as unknown as Frame[];
    assert.equal(answer?.error?.code, -32601);
  }));

it("binary frames, frames that are too large and a stop close the connection with their codes", () =>
  serving(async (live) => {
    const codeAfter = async (act: (client: Client) => void) => {
      const client = await connect(live);
      act(client);
      return client.closed;
    };
    assert.equal(
      await codeAfter(({ socket }) => {
        socket.send(Buffer.from("{}"));
      }),
      1003,
    );
    assert.equal(
      await codeAfter(({ socket }) => {
        socket.send("x".repeat(20_000));
      }),
      1009,
    );
    assert.equal(await codeAfter(live.stop), 1001);
    const late = new WebSocket(`ws://${live.url}`);
    const [error] = (await once(late, "error")) as [Error];
    assert.match(error.message, /503/);
    const stream = await fetch(`http://${live.url}/stream/${LATEST}`);
    assert.equal(stream.status, 503);
  }));

it("a connection has a bounded number of subscriptions, and an owner a bounded number of filters", () =>
  serving(async (live) => {
    const client = await connect(live);
    for (let i = 0; i < 1000; i++)
      client.send("listSubscribe", { method: LATEST }, i);
    const answers: Frame[] = [];
    while (answers.length < 1000) {
      const frame = await client.next();
      if (frame.id !== undefined) answers.push(frame);
    }
    assert.equal(live.lists.subscriptions, 100);
    const refusals = answers.flatMap(({ error }) => error ?? []);
    assert.equal(refusals.length, 900);
    for (const refusal of refusals)
      assert.deepEqual(refusal, {
        code: -32005,
        message:
          "Not able to answer now: a connection has at most 100 subscriptions",
      });
    // The others go on.
    await live.store.writer.apply(updates.slice(20, 21));
    for (let i = 0; i < 100; i++)
      assert.deepEqual(
        (await client.notification()).context,
        contextOf(updates[20]!),
      );
    client.socket.terminate();
    await waitFor("no subscriptions", () => live.lists.subscriptions === 0);

    let refused = 0;
    const other = await connect(live);
    for (let i = 0; i < 70; i++) {
      const params = {
        owner: encodeBase58(history.keys[0]!),
        dataSlice: { offset: 0, length: i },
      };
      const method = "getCompressedAccountsByOwner";
      other.send("listSubscribe", { method, params }, i);
    }
    for (let i = 0; i < 70;) {
      const frame = await other.next();
      if (frame.id === undefined) continue;
      i++;
      if (frame.error?.code === -32005) refused++;
    }
    assert.equal(refused, 6);
  }));

it("a subscription waits for minContextSlot, begins there or later, and is refused if the slot does not come", () => {
  const asked: number[] = [];
  let arrives = (): Promise<unknown> => Promise.resolve();
  return serving(
    async (live) => {
      const client = await connect(live);
      const [, { context: from }] = await client.subscribe({ method: LATEST });
      const { slot } = updates[20]!.block;
      arrives = () => live.store.writer.apply(updates.slice(20, 21));
      const params = { minContextSlot: slot };
      for (const given of [
        { method: LATEST, params },
        { method: LATEST, ...params },
        { method: LATEST, params: { minContextSlot: 1 }, ...params },
      ]) {
        const caller = await connect(live);
        const [, { context }] = await caller.subscribe(given);
        assert.deepEqual(context, contextOf(updates[20]!));
        arrives = () => Promise.resolve();
      }
      assert.deepEqual(asked, [slot, slot, slot]);
      const replaying = await connect(live);
      const [, first] = await replaying.subscribe({
        method: LATEST,
        params,
        from,
      });
      assert.deepEqual(first.context, from);

      const caller = await connect(live);
      arrives = () => Promise.reject(slotNotReached(slot));
      const late = { minContextSlot: slot + 1 };
      const { error } = await caller.call("listSubscribe", {
        ...{ method: LATEST, params: late },
      });
      assert.deepEqual(error, {
        code: -32016,
        message: "Minimum context slot has not been reached",
        data: { contextSlot: slot },
      });
      for (const [wrong, message] of [
        [
          { minContextSlot: "1" },
          "minContextSlot: must be an integer from 0 to 9007199254740991",
        ],
        [
          { commitment: "finalized" },
          "commitment: finalized is not available: this index follows the chain at confirmed",
        ],
      ] as const)
        for (const given of [{ params: wrong }, wrong]) {
          const request = { method: LATEST, ...given };
          const { error } = await caller.call("listSubscribe", request);
          assert.deepEqual(error, { code: -32602, message });
        }
    },
    {
      reach: async (slot) => {
        asked.push(slot);
        await arrives();
      },
    },
  );
});

it("a caller that does not answer pings is cut off, and one that does stays", () =>
  serving(
    async (live) => {
      const alive = await connect(live);
      const dead = new WebSocket(`ws://${live.url}`, { autoPong: false });
      const closed = once(dead, "close");
      await once(dead, "open");
      assert.deepEqual((await closed)[0], 1006);
      await waitFor("its end", () => live.counts.sockets === 1);
      assert.equal(alive.socket.readyState, WebSocket.OPEN);
      alive.socket.close();
    },
    { pingMs: 1_500 },
  ));

it("notifications cost units and wait while the caller has spent them; empty ones are free and do not wait", () => {
  let waitSeconds = 60;
  const charged: number[] = [];
  const caller: Caller = {
    ...{ name: "one", assertMay: () => undefined },
    charge: (units) => charged.push(units),
    waitSeconds: () => waitSeconds,
  };
  return serving(
    async (live) => {
      const client = await connect(live);
      const [number] = await client.subscribe({ method: LATEST });
      await client.subscribe(NOBODYS);
      assert.deepEqual(charged, [1, 1]);
      await live.store.writer.apply(updates.slice(20, 21));
      await live.store.writer.undoAfter(updates[18]!.block.slot);
      const empty = await client.notification();
      assert.deepEqual(empty.value, { ...EMPTY, undone: true });
      assert.deepEqual(charged, [1, 1]);
      waitSeconds = 0;
      const { params } = await client.next();
      assert.equal(params!.subscription, number);
      const { context, value } = params!.result;
      assert.deepEqual(context, contextOf(updates[20]!));
      assert.deepEqual(charged[2], 1 + value.added.length / 50);
    },
    {
      admit: (request) => {
        rememberCaller(request, caller);
        return null;
      },
    },
  );
});

it("a refused caller gets a status, and one whose admission ends is closed with 1008", () => {
  let refusal: { status: 401; why: string } | null = null;
  return serving(
    async (live) => {
      const client = await connect(live);
      refusal = { status: 401, why: "an API key is needed" };
      client.send("getIndexerSlot", {});
      assert.equal(await client.closed, 1008);
      const late = new WebSocket(`ws://${live.url}`);
      const [error] = (await once(late, "error")) as [Error];
      assert.match(error.message, /401/);
    },
    { admit: () => refusal },
  );
});

it("a caller that does not read is closed with 1013, and memory stays bounded", () =>
  serving(async (live) => {
    const client = await connect(live);
    const params = { owner: encodeBase58(history.keys[0]!) };
    await client.subscribe({ method: "getCompressedAccountsByOwner", params });
    for (let i = 0; i < 60; i++)
      client.send("listSubscribe", { method: LATEST }, i);
    for (let i = 0; i < 60;) if ((await client.next()).id !== undefined) i++;
    client.socket.pause();
    // Not read from here on: blocks come and go until the bound is reached.
    const { writer } = live.store;
    await waitFor(
      "the connection is given up",
      async () => {
        for (let i = 0; i < 20; i++) {
          await writer.apply(updates.slice(20));
          await writer.undoAfter(updates[19]!.block.slot);
        }
        return live.counts.closed.get(1013);
      },
      (count) => count === 1,
      { withinMs: 240_000 },
    );
    client.socket.resume();
    assert.equal(await client.closed, 1013);
  }));

it("frames of any kind never break the server", () =>
  serving(async (live) => {
    const method = fc.constantFrom("listSubscribe", "listUnsubscribe", LATEST);
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({
        method: fc.oneof(method, fc.string()),
        params: fc.jsonValue(),
        from: fc.jsonValue(),
      }),
    );
    const frame = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc
        .record({ id: fc.jsonValue(), method, params })
        .map((call) => JSON.stringify({ jsonrpc: "2.0", ...call })),
    );
    const client = await connect(live);
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1 }), async (frames) => {
        for (const each of frames) client.socket.send(each);
        const id = "the end";
        client.send("getIndexerSlot", {}, id);
        for (;;) {
          const answer = await client.next();
          assert.notEqual(answer.error?.code, -32603);
          if (answer.id === id) return;
        }
      }),
      { numRuns: 50 },
    );
  }));

it("/status counts the connections and the lists that are followed", () =>
  serving(async (live) => {
    const counts = async () => {
      const status = await fetch(`http://${live.url}/status`);
      return ((await status.json()) as { live: object }).live;
    };
    assert.deepEqual(await counts(), { connections: 0, subscriptions: 0 });
    const client = await connect(live);
    await client.subscribe({ method: LATEST });
    await client.subscribe({ method: LATEST });
    const stream = await fetch(`http://${live.url}/stream/${LATEST}`);
    assert.deepEqual(await counts(), { connections: 2, subscriptions: 3 });
    await stream.body!.cancel();
    client.socket.close();
    await waitFor("no connections", async () =>
      Object.values(await counts()).every((count) => count === 0),
    );
  }));

it("the frame that /docs shows is answered, and a notification follows", () =>
  serving(async (live) => {
    const page = await (await fetch(`http://${live.url}/docs`)).text();
    const [, text] = /aria-label="frame to subscribe">([^<]+)</.exec(page)!;
    const client = await connect(live);
    client.socket.send(text!.replaceAll("&quot;", '"'));
    assert.equal(typeof (await client.next()).result, "number");
    assert.deepEqual((await client.notification()).value, EMPTY);
    client.socket.close();
  }));
