/** The node answered with a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** No usable answer came: no connection, a timeout, an HTTP error, or something that is not JSON-RPC. */
export class NodeUnreachable extends Error {
  override readonly name = "NodeUnreachable";
  /** What a retry should wait at least, when the node said so. */
  readonly retryAfterMs: number;
  constructor(message: string, cause?: unknown, retryAfterMs = 0) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

export interface JsonRpcClient {
  /** Where it talks to, without path and query: those may hold a key. */
  readonly origin: string;
  call(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface JsonRpcOptions {
  readonly timeoutMs?: number;
}

export function createJsonRpc(
  url: URL,
  { timeoutMs = 20_000 }: JsonRpcOptions = {},
): JsonRpcClient {
  return {
    origin: url.origin,
    async call(method, params, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const limited = AbortSignal.any([signal, timeout]);
      try {
        return await post(url, method, params, limited);
      } catch (cause) {
        if (cause instanceof RpcError || cause instanceof NodeUnreachable)
          throw cause;
        signal.throwIfAborted();
        throw new NodeUnreachable(`${method}: ${whyUnreachable(cause)}`, cause);
      }
    },
  };
}

async function post(
  url: URL,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal,
  });
  // Nodes put JSON-RPC errors under HTTP errors too, so the body is looked at first.
  const answer = asAnswer(await response.text());
  if (answer?.error) {
    const { code = 0, message = "no message" } = answer.error;
    throw new RpcError(method, code, message);
  }
  if (answer && "result" in answer) return answer.result;
  const why = response.ok
    ? "the answer is not JSON-RPC"
    : `HTTP ${response.status}`;
  throw new NodeUnreachable(`${method}: ${why}`, undefined, pauseOf(response));
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

function asAnswer(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 0;
}

/** fetch hides what happened behind "fetch failed"; the cause has the operator's word for it. */
function whyUnreachable(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return "no answer in time";
  const { cause, message } = error as Error;
  if (cause instanceof Error) {
    return (cause as NodeJS.ErrnoException).code ?? cause.message;
  }
  return message;
}
