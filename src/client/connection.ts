import { parseExact } from "./bigintJson.ts";
import { TachyonError } from "./error.ts";

/** The block after which a list is described. */
export interface BlockContext {
  readonly slot: number;
  readonly blockhash: string;
}

export interface Notification {
  readonly context: BlockContext;
  readonly value: {
    readonly removed: readonly unknown[];
    readonly added: readonly unknown[];
    readonly undone: boolean;
    readonly more: boolean;
  };
}

/** Why a connection has ended. */
export interface Lost {
  /** Of the WebSocket. */
  readonly code: number;
  readonly reason: string;
}

/** Receives what a subscription brings. */
export interface Sink {
  receive(notification: Notification): void;
  /** No more will come. */
  lost(why: Lost): void;
}

/** The server sends something every 10 seconds. */
const SILENCE_MS = 30_000;

interface Message {
  readonly id?: string;
  readonly result?: number;
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: {
    readonly subscription: number;
    readonly result: Notification;
  };
}

interface Call {
  readonly sink: Sink;
  readonly answer: PromiseWithResolvers<number>;
}

/** The subscriptions of an open WebSocket. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #onEnd: () => void;
  readonly #calls = new Map<string, Call>();
  readonly #sinks = new Map<number, Sink>();
  readonly #watchdog: ReturnType<typeof setInterval>;
  #heard = true;
  #lastId = 0;

  constructor(socket: WebSocket, onEnd: () => void) {
    this.#socket = socket;
    this.#onEnd = onEnd;
    socket.addEventListener("message", ({ data }) => {
      this.#heard = true;
      this.#receive(parseExact(String(data)) as Message);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.#end({ code, reason });
    });
    this.#watchdog = setInterval(() => {
      if (!this.#heard) this.close("the server is silent");
      this.#heard = false;
    }, SILENCE_MS);
  }

  /** Resolves with the number of the subscription. Notifications may reach the sink before that is seen. */
  subscribe(params: object, sink: Sink): Promise<number> {
    const answer = Promise.withResolvers<number>();
    const id = String(++this.#lastId);
    this.#calls.set(id, { sink, answer });
    this.#send(id, "listSubscribe", params);
    return answer.promise;
  }

  unsubscribe(subscription: number): void {
    if (!this.#sinks.delete(subscription)) return;
    const id = String(++this.#lastId);
    this.#send(id, "listUnsubscribe", { subscription });
  }

  close(reason: string): void {
    // A connection that is half open would answer the close too late.
    this.#end({ code: 1006, reason });
    this.#socket.close();
  }

  #send(id: string, method: string, params: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const request = { jsonrpc: "2.0", id, method, params };
    this.#socket.send(JSON.stringify(request));
  }

  #receive({ id, result, error, params }: Message): void {
    if (params) {
      this.#sinks.get(params.subscription)?.receive(params.result);
      return;
    }
    const call = this.#calls.get(id ?? "");
    if (!call) return;
    this.#calls.delete(id!);
    if (error) {
      const { code, message } = error;
      call.answer.reject(new TachyonError("listSubscribe", code, message));
    } else {
      // At once, because the first notification may be the next message.
      this.#sinks.set(result!, call.sink);
      call.answer.resolve(result!);
    }
  }

  #end(why: Lost): void {
    clearInterval(this.#watchdog);
    const sinks = [...this.#sinks.values()];
    const calls = [...this.#calls.values()];
    this.#sinks.clear();
    this.#calls.clear();
    for (const { answer } of calls) answer.reject(new ConnectionLost(why));
    for (const sink of sinks) sink.lost(why);
    this.#onEnd();
  }
}

/** The connection ended before the answer came. */
export class ConnectionLost extends Error {
  readonly why: Lost;

  constructor(why: Lost) {
    super(`the connection was lost: ${why.reason || why.code}`);
    this.why = why;
  }
}
