import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { WebSocket } from "ws";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { LiveLists } from "../../src/live/liveLists.ts";
import { WHOLE_LISTS } from "../../src/rpc/mainMethods.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import { withoutWaiting } from "../../src/rpc/minContextSlot.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { LiveCounts } from "../../src/serve/live/liveCounts.ts";
import type { LiveParts } from "../../src/serve/live/liveParts.ts";
import { serveSockets } from "../../src/serve/live/liveSockets.ts";
import { serveStreams } from "../../src/serve/live/streams.ts";
import { serveStatus } from "../../src/serve/status.ts";
import { IndexingFacts } from "../../src/serve/indexingFacts.ts";
import { admitAll } from "./admitted.ts";
import { makeHistory } from "../model/history.ts";
import { type OpenedStore, withStore } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";

const { history, updates } = makeHistory({
  ...{ seed: 5, blocks: 40, transactionsPerBlock: 8, keys: 4 },
});
const LATEST = "getLatestCompressionSignatures";
const fail = (error: unknown): never => assert.fail(String(error));

interface Live {
  readonly store: OpenedStore;
  readonly url: string;
  readonly counts: LiveCounts;
  readonly lists: LiveLists;
  readonly stop: () => void;
}

/** A server over a store with half of the blocks. */
function serving(
  work: (live: Live) => Promise<void>,
  given: Partial<LiveParts> = {},
): Promise<void> {
  return withStore(async (store) => {
    await store.writer.apply(updates.slice(0, 20));
    const log = { error: fail };
    const options = { read: store.reader, methods, log, version: "1" };
    const dispatch = createDispatch(options);
    const app = buildServer({ ...options, dispatch });
    admitAll(app);
    const stopping = new AbortController();
    const lists = new LiveLists(store.reader, fail);
    const parts: LiveParts = {
      ...{ dispatch, lists, counts: new LiveCounts(), onError: fail },
      admit: () => null,
      reach: withoutWaiting(store.reader),
      level: "confirmed",
      unavailable: () => null,
      ...{ mostBytes: 10_000, mostBatch: 10, mostSubscriptions: 100 },
      stopping: stopping.signal,
      ...given,
    };
    const sockets = serveSockets(app.server, parts);
    serveStreams(app, parts);
    serveStatus(app, {
      ...{ version: "1", read: store.reader, live: parts.counts },
      indexing: new IndexingFacts(),
      health: { lag: () => 0, lagSeconds: () => 0, slotMs: () => 400 },
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    try {
      await work({
        ...{ store, lists, counts: parts.counts },
        url: `127.0.0.1:${port}`,
        stop: () => {
          stopping.abort();
        },
      });
    } finally {
      await sockets.close();
      await app.close();
    }
  });
}

interface Frame {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: {
    readonly subscription: number;
    readonly result: Notification;
  };
}

interface Notification {
  readonly context: { readonly slot: number; readonly blockhash: string };
  readonly value: {
    readonly removed: unknown[];
    readonly added: unknown[];
    readonly undone: boolean;
    readonly more: boolean;
  };
}

/** A WebSocket whose frames are read one after another. */
class Client {
  readonly socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly closed: Promise<number>;

  constructor(url: string) {
    this.socket = new WebSocket(`ws://${url}/some/path?api-key=none`);
    this.socket.on("message", (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString()) as Frame);
    });
    this.closed = once(this.socket, "close").then(([code]) => code as number);
  }

  async open(): Promise<this> {
    await once(this.socket, "open");
    return this;
  }

  send(method: string, params: unknown, id: unknown = 1): void {
    const body = { jsonrpc: "2.0", id, method, params };
    this.socket.send(JSON.stringify(body));
  }

  async next(): Promise<Frame> {
    await waitFor("a frame", () => this.#frames.length > 0);
    return this.#frames.shift()!;
  }

  async call(method: string, params: unknown): Promise<Frame> {
    this.send(method, params);
    return this.next();
  }

  /** The number and where it begins. */
  async subscribe(params: object): Promise<[number, Notification]> {
    const { result, error } = await this.call("listSubscribe", params);
    assert.equal(error, undefined);
    const first = (await this.next()).params!;
    assert.equal(first.subscription, result);
    return [result as number, first.result];
  }

  async notification(): Promise<Notification> {
    return (await this.next()).params!.result;
  }
}

const connect = ({ url }: Live) => new Client(url).open();
const contextOf = ({ block }: (typeof updates)[number]) => ({
  slot: block.slot,
  blockhash: block.blockhash,
});
const EMPTY = { removed: [], added: [], undone: false, more: false };

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
    const nobody = { owner: encodeBase58(new Uint8Array(32).fill(9)) };
    const list = { method: "getCompressedAccountsByOwner", params: nobody };
    const here = await connect(live);
    const [, { context: from }] = await here.subscribe(list);
    await live.store.writer.undoAfter(updates[18]!.block.slot);
    const back = {
      context: contextOf(updates[18]!),
      value: { ...EMPTY, undone: true },
    };
    assert.deepEqual(await here.notification(), back);
    const later = await connect(live);
    await later.subscribe({ ...list, from });
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
    let refused = 0;
    for (let i = 0; i < 1000; i++)
      client.send("listSubscribe", { method: LATEST }, i);
    for (let i = 0; i < 1000;) if ((await client.next()).id !== undefined) i++;
    assert.equal(live.lists.subscriptions, 100);
    client.socket.terminate();
    await waitFor("no subscriptions", () => live.lists.subscriptions === 0);

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

/** The events of a stream: lines up to an empty one. */
async function* eventsOf(response: Response): AsyncGenerator<string[]> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
      yield text.slice(0, end).split("\n");
  }
}

it("a stream sends events with ids, from which it goes on", () =>
  serving(async (live) => {
    const path = `http://${live.url}/stream/${LATEST}`;
    const response = await fetch(path);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type")!, /^text\/event-stream/);
    const events = eventsOf(response);
    const { slot, blockhash } = contextOf(updates[19]!);
    const id = `${slot}:${blockhash}`;
    const first = (await events.next()).value as string[];
    assert.equal(first[0], `id: ${id}`);
    assert.deepEqual(JSON.parse(first[1]!.slice("data: ".length)), {
      context: { slot, blockhash },
      value: EMPTY,
    });
    await live.store.writer.apply(updates.slice(20, 21));
    const second = (await events.next()).value as string[];
    await events.return(undefined);

    for (const again of [
      await fetch(path, { headers: { "last-event-id": id } }),
      await fetch(`${path}?from=${id}`),
    ]) {
      const replayed = eventsOf(again);
      assert.deepEqual((await replayed.next()).value, first);
      assert.deepEqual((await replayed.next()).value, second);
      await replayed.return(undefined);
    }
    const statusOf = async (rest: string) =>
      (await fetch(`http://${live.url}/stream/${rest}`)).status;
    assert.equal(await statusOf(`${LATEST}?from=1:none`), 410);
    assert.equal(await statusOf(`${LATEST}?owner=x`), 400);
    assert.equal(await statusOf("getIndexerSlot"), 400);
    await waitFor("no streams", () => live.counts.streams === 0);
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

it("every list that /docs names can be followed, and its events are as the OpenAPI document says", () =>
  serving(async (live) => {
    const base = `http://${live.url}`;
    const page = await (await fetch(`${base}/docs`)).text();
    const paths = [...page.matchAll(/<code>GET (\/stream\/[^<]+)</g)].map(
      ([, path]) => path!.replaceAll("&amp;", "&"),
    );
    assert.deepEqual(
      paths.map((path) => /\w+/.exec(path.slice("/stream/".length))![0]).sort(),
      [...WHOLE_LISTS].sort(),
    );
    const isEvent = await eventSchema(base);
    const key = encodeBase58(new Uint8Array(32).fill(1));
    for (const path of paths) {
      const reply = await fetch(base + path.replaceAll("…", key));
      assert.equal(reply.status, 200, path);
      const events = eventsOf(reply);
      const [, first] = (await events.next()).value as string[];
      isEvent(first!);
      await events.return(undefined);
    }
    const events = eventsOf(await fetch(`${base}/stream/${LATEST}`));
    await events.next();
    await live.store.writer.apply(updates.slice(20, 21));
    const [, change] = (await events.next()).value as string[];
    assert.match(change!, /"added":\[\{/);
    isEvent(change!);
    assert.throws(() => {
      isEvent(change!.replace('"added"', '"add"'));
    });
    await events.return(undefined);
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

/** Returns what checks the data line of an event. */
async function eventSchema(base: string): Promise<(line: string) => void> {
  const document = (await (
    await fetch(`${base}/openapi.json`)
  ).json()) as object;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat("uint64", true).addFormat("int65", true);
  ajv.addSchema(document, "document");
  const isEvent = ajv.compile({
    $ref: "document#/paths/~1stream~1{method}/get/responses/200/content/text~1event-stream/schema",
  });
  return (line) => {
    const data: unknown = JSON.parse(line.slice("data: ".length));
    assert.ok(isEvent(data), ajv.errorsText(isEvent.errors));
  };
}
