import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Bucket } from "./bucket.ts";
import type { Callers, Refusal } from "./callers.ts";
import { isLoopback } from "./callers.ts";
import { readClocks } from "./now.ts";
import { delayRefusal, oneAtATime } from "./delayRefusal.ts";
import { rememberCaller } from "../../rpc/http/callerOf.ts";
import { REQUEST_ID, requestIdOf } from "../../rpc/http/requestId.ts";

export interface AccessOptions {
  readonly callers: Callers;
  /** Whether to answer a request with this Host header. */
  readonly acceptHost: (host: string | undefined) => boolean;
  /** Origins whose pages may send requests; null for any. */
  readonly origins: ReadonlySet<string> | null;
  /** Whether to take the caller's address from the nearest proxy. */
  readonly trustProxy: boolean;
  readonly refused: RefusalCounts;
  /** Whether this caller may read /metrics: with a key, or from this machine. */
  readonly mayReadMetrics: (
    request: IncomingMessage,
    address: string,
  ) => boolean;
}

/** Refused requests, by status. */
export class RefusalCounts {
  readonly counts = new Map<number, number>();

  add(status: number): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Admits the caller of a WebSocket, or of a further frame on it. */
export type Admit = (request: IncomingMessage, bytes: number) => Refusal | null;

/**
 * Checks each request before anything else does, so that a refused request costs no more than its headers. Upgrades are
 * checked by the returned function.
 */
export function installAccess(server: Server, options: AccessOptions): Admit {
  const answer = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  const pass: Listener = (request, response) => {
    for (const listener of answer) listener.call(server, request, response);
  };
  const decide: Listener = (request, response) => {
    const refusal = check(request, response, options);
    if (!refusal) {
      pass(request, response);
      return;
    }
    options.refused.add(refusal.status);
    const answerRefusal = (): void => {
      response.setHeader(REQUEST_ID, requestIdOf(request));
      refuse(response, refusal, isDownload(request));
    };
    if (refusal.delayRefusal) delayRefusal(request, answerRefusal);
    else answerRefusal();
  };
  server.on("request", oneAtATime(decide));
  return (request, bytes) => {
    const refusal = check(request, null, options, bytes);
    if (refusal) options.refused.add(refusal.status);
    return refusal;
  };
}

/** `response` is null for an upgrade. */
function check(
  request: IncomingMessage,
  response: ServerResponse | null,
  options: AccessOptions,
  bytes?: number,
): Refusal | null {
  const { origin } = request.headers;
  const { origins, callers, acceptHost } = options;
  if (!acceptHost(request.headers.host))
    return {
      status: 403,
      why: "this server does not answer to the name in Host: --allowed-hosts names those it does",
    };
  if (
    origins &&
    origin !== undefined &&
    !origins.has(origin) &&
    !isOurs(request, origin)
  )
    return { status: 403, why: "this origin is not allowed" };
  const address = addressOf(request, options.trustProxy);
  const isOpen =
    response === null || request.method === "POST" || isDownload(request);
  if (!isOpen) return checkMetrics(request, address, options);
  const now = readClocks();
  const admission = callers.admit(request, address, now, bytes);
  if ("status" in admission) return admission;
  const { caller, bucket } = admission;
  rememberCaller(request, caller);
  if (bucket && response) setLimitHeaders(response, bucket, now.steady);
  return null;
}

/** Whole lists, streams of changes and the snapshot are for the callers that may post. */
function isDownload(request: IncomingMessage): boolean {
  return (
    request.method === "GET" &&
    /\/((export|stream)\/[^/]*|snapshot)$/.test(pathOf(request))
  );
}

/** As the router reads it: it decodes what is escaped, and ends the path at a fragment, too. */
function pathOf({ url = "" }: IncomingMessage): string {
  const path = url.split(/[?#]/, 1)[0]!;
  try {
    return decodeURI(path);
  } catch {
    return path; // the router refuses it
  }
}

/** The server's own pages are always allowed: browsers send an origin even with same-origin posts. */
function isOurs({ headers }: IncomingMessage, origin: string): boolean {
  return origin.replace(/^https?:\/\//, "") === headers.host;
}

function checkMetrics(
  request: IncomingMessage,
  address: string,
  { mayReadMetrics }: AccessOptions,
): Refusal | null {
  return pathOf(request) === "/metrics" && !mayReadMetrics(request, address)
    ? { status: 403, why: "metrics need an API key with the scope metrics" }
    : null;
}

/** Each proxy appends the address of its caller. Only the last entry comes from a trusted proxy. */
function addressOf({ socket, headers }: IncomingMessage, trustProxy: boolean) {
  const direct = socket.remoteAddress ?? "";
  if (!trustProxy || !isLoopbackOrPrivate(direct)) return direct;
  const forwarded = headers["x-forwarded-for"];
  const list =
    typeof forwarded === "string" ? forwarded : (forwarded ?? []).join(",");
  return list.split(",").at(-1)?.trim() || direct;
}

function isLoopbackOrPrivate(address: string): boolean {
  return (
    isLoopback(address) ||
    /^(::ffff:)?(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address) ||
    /^f[cd]/i.test(address)
  );
}

function setLimitHeaders(
  response: ServerResponse,
  bucket: Bucket,
  now: number,
): void {
  const left = Math.max(0, Math.floor(bucket.units(now)));
  const { burst, perSecond } = bucket.rate;
  response.setHeader("ratelimit-limit", burst);
  response.setHeader("ratelimit-remaining", left);
  response.setHeader("ratelimit-reset", Math.ceil((burst - left) / perSecond));
}

function refuse(
  response: ServerResponse,
  { status, why, retryAfter }: Refusal,
  withCode: boolean,
): void {
  response.statusCode = status;
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("content-type", "application/json; charset=utf-8");
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  if (retryAfter !== undefined) {
    response.setHeader("retry-after", retryAfter);
    response.setHeader("access-control-expose-headers", "retry-after");
  }
  const error = withCode ? { code: status, message: why } : why;
  response.end(JSON.stringify({ error }));
}
