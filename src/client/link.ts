import { orAborted } from "./abort.ts";
import { Connection, ConnectionLost, type Sink } from "./connection.ts";
import { TachyonError } from "./error.ts";

export interface LinkOptions {
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the global WebSocket. */
  readonly WebSocket?: typeof WebSocket | undefined;
  /** Sends a plain request. Its error tells why a connection is refused, which a WebSocket does not. */
  readonly probe: () => Promise<unknown>;
}

const OPEN_WITHIN_MS = 15_000;

/** One WebSocket for all subscriptions of a client, open while there are any. */
export class Link {
  readonly #options: LinkOptions;
  #connection: Promise<Connection> | null = null;
  #users = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Subscribes and returns what ends the subscription. */
  async subscribe(
    params: object,
    sink: Sink,
    signal: AbortSignal,
  ): Promise<() => void> {
    this.#users++;
    let answer: Promise<() => void> | null = null;
    try {
      const connection = await orAborted(this.#connected(), signal);
      answer = connection.subscribe(params, sink).then((subscription) => () => {
        connection.unsubscribe(subscription);
      });
      const unsubscribe = await orAborted(answer, signal);
      return () => {
        unsubscribe();
        this.#leave();
      };
    } catch (error) {
      // The answer may come when nobody waits for it any more.
      answer?.then((unsubscribe) => {
        unsubscribe();
      }, ignore);
      this.#leave();
      throw error;
    }
  }

  #leave(): void {
    if (--this.#users > 0) return;
    this.#connection?.then((connection) => {
      connection.close("nobody listens");
    }, ignore);
    this.#connection = null;
  }

  #connected(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const forget = (): void => {
      if (this.#connection === connection) this.#connection = null;
    };
    const connection = this.#connect(forget);
    connection.catch(forget);
    this.#connection = connection;
    return connection;
  }

  async #connect(onEnd: () => void): Promise<Connection> {
    const socket = openSocket(this.#options);
    const opened = Promise.withResolvers<Connection | null>();
    socket.addEventListener("open", () => {
      opened.resolve(new Connection(socket, onEnd));
    });
    socket.addEventListener("error", () => {
      opened.resolve(null);
    });
    const timer = setTimeout(() => {
      opened.resolve(null);
      socket.close();
    }, OPEN_WITHIN_MS);
    const connection = await opened.promise;
    clearTimeout(timer);
    if (connection) return connection;
    await this.#options.probe().catch(unlessAnswered);
    throw new ConnectionLost({ code: 1006, reason: "it could not be opened" });
  }
}

const ignore = (): void => undefined;

/** An error of JSON-RPC says that the server answers: the key may be for other methods only. */
function unlessAnswered(error: unknown): void {
  if (!(error instanceof TachyonError) || error.code > 0) throw error;
}

function openSocket({ url: text, headers, ...options }: LinkOptions) {
  const url = new URL(text);
  url.protocol = url.protocol.replace("http", "ws");
  const Socket = options.WebSocket ?? WebSocket;
  if (!headers) return new Socket(url);
  try {
    // Node and Deno take headers here, browsers a list of protocols.
    return new Socket(url, { headers });
  } catch (cause) {
    throw new Error(
      "this WebSocket sends no headers: put the key into the URL",
      { cause },
    );
  }
}
