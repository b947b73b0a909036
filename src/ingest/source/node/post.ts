// Uses node:http, because fetch takes six times the CPU time for a small answer, and CPU time limits how fast blocks
// come from a local node.
import { addAbortListener } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The largest answer, packed or not. */
  readonly maxBytes?: number | undefined;
  /** Called when the body is sent over a new connection. */
  readonly onConnect?: () => void;
}

export interface Posted {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const agents = {
  "http:": new http.Agent({ keepAlive: true }),
  "https:": new https.Agent({ keepAlive: true }),
};

/** The largest possible block is about 100 MB of JSON. A larger answer is invalid. */
const MAX_BYTES = 2 ** 28;

type Unpack = (
  bytes: Buffer,
  limit: { readonly maxOutputLength: number },
) => Promise<Buffer>;
const unpack: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Sends a body and waits for the complete answer. Requests only read, so they may be repeated. */
export async function post(
  url: URL,
  body: string,
  options: PostOptions,
): Promise<Posted> {
  const attempt = startRequest(url, body, options);
  try {
    return await exchange(attempt, body, options);
  } catch (error) {
    if (!wasClosedBefore(attempt, error)) throw error;
    return await exchange(startRequest(url, body, options), body, options);
  }
}

/** The node may close a connection at the moment of its reuse. */
function wasClosedBefore(request: http.ClientRequest, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return request.reusedSocket && code === "ECONNRESET";
}

function startRequest(
  url: URL,
  body: string,
  { headers, onConnect }: PostOptions,
): http.ClientRequest {
  const secure = url.protocol === "https:";
  const request = (secure ? https : http).request(url, {
    method: "POST",
    agent: agents[secure ? "https:" : "http:"],
    headers: {
      ...headers,
      "accept-encoding": Object.keys(unpack).join(", "),
      "content-length": Buffer.byteLength(body),
    },
  });
  return request.once("socket", () => {
    if (!request.reusedSocket) onConnect?.();
  });
}

async function exchange(
  request: http.ClientRequest,
  body: string,
  { signal, timeoutMs, maxBytes = MAX_BYTES }: PostOptions,
): Promise<Posted> {
  let reason: Error | null = null;
  const cutOff = (why: string): void => {
    reason ??= new Error(why);
    request.destroy(reason);
  };
  const late = setTimeout(cutOff, timeoutMs, "no answer in time");
  const listening = addAbortListener(signal, () => {
    cutOff("stopped");
  });
  try {
    return await whole(await answerTo(request, body), maxBytes);
  } catch (error) {
    throw (reason as Error | null) ?? error; // the error of a truncated body does not give the reason
  } finally {
    clearTimeout(late);
    listening[Symbol.dispose]();
  }
}

function answerTo(
  request: http.ClientRequest,
  body: string,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } =
    Promise.withResolvers<http.IncomingMessage>();
  request.on("response", resolve).on("error", reject).end(body);
  return promise;
}

async function whole(
  answer: http.IncomingMessage,
  maxBytes: number,
): Promise<Posted> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  const packed = Buffer.concat(chunks, size);
  const { headers, statusCode: status = 0 } = answer;
  const bytes = await unpack[headers["content-encoding"] ?? ""]?.(packed, {
    maxOutputLength: maxBytes,
  });
  return { status, headers, body: bytes ?? packed };
}
