import { post, type Posted } from "./post.ts";

/** The node answered with a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** There is no usable answer: no connection, a timeout, an HTTP error, or a body that is not JSON-RPC. */
export class NodeUnreachable extends Error {
  override readonly name: string = "NodeUnreachable";
  /** The pause before a retry that the node requested. */
  readonly retryAfterMs: number;
  constructor(message: string, cause?: unknown, retryAfterMs = 0) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

export interface JsonRpcClient {
  /** The URL without path and query, which may contain a key. */
  readonly origin: string;
  /** The nodes' URLs in the order in which they are asked. */
  readonly urls: readonly URL[];
  /**
   * The time at which the newest connection was opened (performance.now()). Another process may answer over it than
   * before.
   */
  readonly connectedAt: number;
  call(
    method: string,
    params: unknown,
    signal: AbortSignal,
    parse?: ParseAnswer,
  ): Promise<unknown>;
  /** Call it after an invalid answer: other nodes are preferred from now on, if there are any. */
  preferAnother(): void;
}

/** Reads the JSON of a whole answer. */
export type ParseAnswer = (body: Buffer) => unknown;

const parseJson: ParseAnswer = (body) => JSON.parse(body.toString());

export interface JsonRpcOptions {
  readonly timeoutMs?: number;
  /** The largest answer. */
  readonly maxBytes?: number;
  /** For answers whose numbers must keep every digit. The default is JSON.parse. */
  readonly parse?: ParseAnswer;
}

export function createJsonRpc(
  url: URL,
  { timeoutMs = 20_000, maxBytes, ...options }: JsonRpcOptions = {},
): JsonRpcClient {
  const node = splitLogin(url);
  let connectedAt = -Infinity;
  const onConnect = (): void => {
    connectedAt = performance.now();
  };
  return {
    origin: url.origin,
    urls: [url],
    get connectedAt() {
      return connectedAt;
    },
    preferAnother: () => undefined,
    async call(method, params, signal, parse = options.parse ?? parseJson) {
      try {
        return await ask(node, method, params, {
          ...{ signal, timeoutMs, maxBytes, parse, onConnect },
        });
      } catch (cause) {
        if (cause instanceof RpcError || cause instanceof NodeUnreachable)
          throw cause;
        signal.throwIfAborted();
        throw new NodeUnreachable(`${method}: ${whyUnreachable(cause)}`, cause);
      }
    },
  };
}

interface NodeAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Moves the credentials of a URL into a header, so that no error message contains them. */
function splitLogin(given: URL): NodeAddress {
  const url = new URL(given);
  const headers = { "content-type": "application/json" };
  if (!url.username && !url.password) return { url, headers };
  const login = [url.username, url.password].map(decodeURIComponent).join(":");
  url.username = url.password = "";
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  return { url, headers: { ...headers, authorization } };
}

interface Asking {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBytes: number | undefined;
  readonly parse: ParseAnswer;
  readonly onConnect: () => void;
}

async function ask(
  { url, headers }: NodeAddress,
  method: string,
  params: unknown,
  { parse, ...limits }: Asking,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await post(url, body, { headers, ...limits });
  // Nodes also send JSON-RPC errors with HTTP error statuses, so the body is checked first.
  const answer = asAnswer(response.body, parse);
  if (answer?.error && response.status !== 429) {
    const { code = 0, message = "no message" } = answer.error;
    throw new RpcError(method, code, message);
  }
  if (answer && "result" in answer) return answer.result;
  const why =
    response.status === 200
      ? "the answer is not JSON-RPC"
      : `HTTP ${response.status}`;
  throw new NodeUnreachable(`${method}: ${why}`, undefined, pauseOf(response));
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

function asAnswer(body: Buffer, parse: ParseAnswer): Answer | null {
  try {
    const value = parse(body);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** The longest pause that a node can impose. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Retry-After is a number of seconds or a date. */
function pauseOf({ headers }: Posted): number {
  const text = headers["retry-after"] ?? "0";
  const seconds = Number(text);
  const ms = Number.isNaN(seconds)
    ? Date.parse(text) - Date.now()
    : seconds * 1000;
  return Math.min(Math.max(0, ms || 0), LONGEST_PAUSE_MS);
}

function whyUnreachable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
