import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import type { Change } from "../../live/change.ts";
import { MemoryBudget } from "../../live/inbox.ts";
import type { Subscription } from "../../live/subscription.ts";
import { joinChunks } from "../../render/text.ts";
import { callerOf } from "../../rpc/http/callerOf.ts";
import { asRpcError, errorText } from "../../rpc/dispatch/errorAnswer.ts";
import { RpcError } from "../../rpc/errors.ts";
import { requestIdOf } from "../../rpc/http/requestId.ts";
import type { Caller } from "../../rpc/observer.ts";
import type { LiveParts } from "./liveParts.ts";
import { chargeNotification } from "./notificationCost.ts";
import {
  type LiveCall,
  parseSubscribe,
  parseUnsubscribe,
  readLiveCall,
} from "./subscribeCall.ts";

/** Close codes; see docs/guides/live-lists.md. */
export const CLOSE = {
  goingAway: 1001,
  textOnly: 1003,
  refused: 1008,
  failed: 1011,
  cannotContinue: 1012,
  tooSlow: 1013,
} as const;

/** Calls of one connection that run at the same time. Further frames are not read meanwhile. */
const MOST_CALLS = 16;
/** With this many unsent bytes, no more frames are read and no more changes are sent. */
const FULL = 2 ** 20;
/** Bytes of waiting changes, for all subscriptions of a connection. */
const BUDGET = 4 * 2 ** 20;
/** Time limit for a caller to read what was sent. */
const SLOWEST_MS = 20_000;
const POLL_MS = 10;

class TooSlow extends Error {}

/** One WebSocket: any method can be called over it, and lists can be followed. */
export class LiveConnection {
  readonly #socket: WebSocket;
  readonly #request: IncomingMessage;
  readonly #parts: LiveParts;
  readonly #closed = new AbortController();
  readonly #budget = new MemoryBudget(BUDGET);
  readonly #subscriptions = new Map<number, AbortController>();
  /** Subscriptions that are not answered yet. */
  #subscribing = 0;
  #lastNumber = 0;
  #calls = 0;
  #isAlive = true;
  /** Each connection has a time of its own, so that not all are pinged at once. */
  #pingedAt = performance.now();

  constructor(socket: WebSocket, request: IncomingMessage, parts: LiveParts) {
    this.#socket = socket;
    this.#request = request;
    this.#parts = parts;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.close(CLOSE.textOnly, "send text frames");
      else void this.#received(data);
    });
    socket.on("pong", () => (this.#isAlive = true));
    // The socket is closed next, with the code of the error.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#closed.abort();
    });
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Ends a connection whose key has been revoked or has expired, or whose caller does not answer pings. Call it often. */
  check(): void {
    if (callerOf(this.#request)?.isRevoked?.())
      this.close(CLOSE.refused, "the API key is no longer valid");
    else if (performance.now() - this.#pingedAt >= this.#parts.pingMs)
      this.#ping();
  }

  #ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
    this.#pingedAt = performance.now();
  }

  close(code: number, why: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#parts.counts.close(code);
    this.#socket.close(code, why);
    this.#closed.abort();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  async #received(data: Buffer): Promise<void> {
    this.#calls++;
    if (this.#calls >= MOST_CALLS) this.#socket.pause();
    try {
      await this.#answer(data);
      await this.#awaitDrain();
    } catch (error) {
      this.#failed(error);
    } finally {
      if (this.#calls-- === MOST_CALLS) this.#socket.resume();
    }
  }

  async #answer(data: Buffer): Promise<void> {
    const refusal = this.#parts.admit(this.#request, data.length);
    if (refusal && refusal.status !== 429) {
      this.close(CLOSE.refused, refusal.why);
      return;
    }
    const call = readLiveCall(data, this.#parts.mostBatch);
    if (refusal) this.#send(errorText(call?.id ?? "null", tooMany(refusal)));
    else if (call) await this.#answerLive(call.id, call);
    else await this.#dispatch(data);
  }

  async #dispatch(data: Buffer): Promise<void> {
    const caller = callerOf(this.#request);
    const id = requestIdOf(this.#request);
    const gone = () => this.#closed.signal;
    const text = await this.#parts.dispatch(data, "/", id, caller, gone);
    if (text !== null) this.#send(joinChunks(text));
  }

  async #answerLive(id: string, { method, params }: LiveCall): Promise<void> {
    const caller = callerOf(this.#request);
    try {
      caller?.charge(1);
      if (method === "listSubscribe") await this.#subscribe(id, params, caller);
      else if (method === "listUnsubscribe") this.#unsubscribe(id, params);
      else throw new RpcError("methodNotFound", JSON.stringify(method));
    } catch (cause) {
      const error = asRpcError(cause);
      if (this.#closed.signal.aborted) return;
      if (error.name === "internalError") this.#parts.onError(cause);
      this.#send(errorText(id, error));
    }
  }

  async #subscribe(
    id: string,
    params: unknown,
    caller: Caller | undefined,
  ): Promise<void> {
    const { lists, reach, level, unavailable, mostSubscriptions } = this.#parts;
    const { list, from, minContextSlot } = parseSubscribe(params, level);
    caller?.assertMay(list.method);
    const why = unavailable();
    if (why !== null) throw new RpcError("unavailable", why);
    if (this.#subscriptions.size + this.#subscribing >= mostSubscriptions)
      throw new RpcError(
        "unavailable",
        `a connection has at most ${mostSubscriptions} subscriptions`,
      );
    this.#subscribing++;
    const waiter = {
      caller,
      abandoned: () => this.#closed.signal,
      waitedMs: 0,
    };
    try {
      const subscription = await lists.subscribe(list, from, {
        minContextSlot,
        budget: this.#budget,
        reach: (slot) => reach(slot, waiter),
        onBehind: () => {
          throw new TooSlow();
        },
      });
      this.#begin(id, subscription);
    } finally {
      this.#subscribing--;
    }
  }

  #begin(id: string, subscription: Subscription): void {
    if (this.#closed.signal.aborted) {
      subscription.close();
      return;
    }
    const number = ++this.#lastNumber;
    const stop = new AbortController();
    this.#subscriptions.set(number, stop);
    this.#send(`{"jsonrpc":"2.0","id":${id},"result":${number}}`);
    this.#notify(number, subscription.start);
    void this.#follow(number, subscription, stop);
  }

  #unsubscribe(id: string, params: unknown): void {
    const number = parseUnsubscribe(params);
    const stop = this.#subscriptions.get(number as number);
    if (!stop)
      throw new RpcError(
        "invalidParams",
        "subscription: must be the number of a subscription of this connection",
      );
    stop.abort();
    this.#subscriptions.delete(number as number);
    this.#send(`{"jsonrpc":"2.0","id":${id},"result":true}`);
  }

  async #follow(
    number: number,
    subscription: Subscription,
    stop: AbortController,
  ): Promise<void> {
    const { counts } = this.#parts;
    const end = (): void => {
      stop.abort();
    };
    this.#closed.signal.addEventListener("abort", end, { once: true });
    counts.subscriptions++;
    try {
      for await (const change of subscription.changes(stop.signal)) {
        const caller = callerOf(this.#request);
        const pause = (ms: number) =>
          sleep(ms, undefined, { signal: stop.signal });
        await chargeNotification(caller, change, pause);
        if (stop.signal.aborted) return;
        this.#notify(number, change);
        await this.#awaitDrain();
      }
    } catch (error) {
      if (!stop.signal.aborted) this.#failed(error);
    } finally {
      counts.subscriptions--;
      this.#subscriptions.delete(number);
      this.#closed.signal.removeEventListener("abort", end);
      subscription.close();
    }
  }

  #failed(cause: unknown): void {
    if (cause instanceof TooSlow) {
      this.close(CLOSE.tooSlow, "changes arrive faster than they are read");
      return;
    }
    const error = asRpcError(cause);
    const isUnknown = error !== cause && error.name === "internalError";
    if (isUnknown && !this.#closed.signal.aborted) this.#parts.onError(cause);
    const isOver = error.name === "notKept";
    const code = isOver ? CLOSE.cannotContinue : CLOSE.failed;
    this.close(code, error.message.slice(0, 100));
  }

  #notify(number: number, { json, writtenMs }: Change): void {
    this.#send(
      `{"jsonrpc":"2.0","method":"listNotification","params":{"subscription":${number},"result":${json}}}`,
    );
    this.#parts.counts.notified(writtenMs);
  }

  #send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  /** Waits while the caller does not read. */
  async #awaitDrain(): Promise<void> {
    if (this.#socket.bufferedAmount < FULL) return;
    const late = performance.now() + SLOWEST_MS;
    const { signal } = this.#closed;
    while (this.#socket.bufferedAmount >= FULL && !signal.aborted) {
      if (performance.now() > late) throw new TooSlow();
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function tooMany({ retryAfter }: { readonly retryAfter?: number }): RpcError {
  const data = retryAfter === undefined ? null : { retryAfter };
  return new RpcError("unavailable", "too many requests", data);
}
