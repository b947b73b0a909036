// A server of live lists over a store with a random history, and callers of it.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { LiveLists } from "../../src/live/liveLists.ts";
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

export const { history, updates } = makeHistory({
  ...{ seed: 5, blocks: 40, transactionsPerBlock: 8, keys: 4 },
});
export const LATEST = "getLatestCompressionSignatures";
const fail = (error: unknown): never => assert.fail(String(error));

export interface Live {
  readonly store: OpenedStore;
  readonly url: string;
  readonly counts: LiveCounts;
  readonly lists: LiveLists;
  readonly stop: () => void;
}

/** A server over a store with half of the blocks. */
export function serving(
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
      pingMs: 30_000,
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
      stopping.abort();
      await sockets.close();
      await app.close();
    }
  });
}

export interface Frame {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: {
    readonly subscription: number;
    readonly result: Notification;
  };
}

export interface Notification {
  readonly context: { readonly slot: number; readonly blockhash: string };
  readonly value: {
    readonly removed: unknown[];
    readonly added: unknown[];
    readonly undone: boolean;
    readonly more: boolean;
  };
}

/** A WebSocket whose frames are read one after another. */
export class Client {
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

export const connect = ({ url }: Live) => new Client(url).open();
export const contextOf = ({ block }: (typeof updates)[number]) => ({
  slot: block.slot,
  blockhash: block.blockhash,
});
export const EMPTY = { removed: [], added: [], undone: false, more: false };

/** The events of a stream: lines up to an empty one. */
export async function* eventsOf(response: Response): AsyncGenerator<string[]> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
      yield text.slice(0, end).split("\n");
  }
}
