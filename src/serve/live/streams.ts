// `GET /stream/<method>`: the changes of a list as server-sent events.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Change } from "../../live/change.ts";
import type { Subscription } from "../../live/subscription.ts";
import { callerOf } from "../../rpc/http/callerOf.ts";
import { asRpcError } from "../../rpc/dispatch/errorAnswer.ts";
import { RpcError } from "../../rpc/errors.ts";
import type { Caller } from "../../rpc/observer.ts";
import { type ListRequest, parseValue, serveLists } from "../rawRoutes.ts";
import { sendRefusal } from "../refusal.ts";
import type { LiveParts } from "./liveParts.ts";
import { chargeNotification } from "./notificationCost.ts";
import { listOf, parseEventId } from "./subscribeCall.ts";

/** Time limit for a caller to read what was sent. */
const SLOWEST_MS = 20_000;
const CHECK_MS = 1_000;

export function serveStreams(app: FastifyInstance, parts: LiveParts): void {
  serveLists(app, "stream", (request, response) => {
    response.setHeader("access-control-expose-headers", "x-context-slot");
    return stream(request, response, parts).catch((error: unknown) => {
      // A caller whose stream ends reconnects with the id of the last event, and then gets the reason.
      if (response.headersSent) response.end();
      else sendRefusal(response, asRpcError(error), parts.onError, error);
    });
  });
}

async function stream(
  request: ListRequest,
  response: ServerResponse,
  parts: LiveParts,
): Promise<void> {
  const caller = callerOf(request.raw);
  const gone = new AbortController();
  response.once("close", () => {
    gone.abort();
  });
  if (parts.stopping.aborted)
    throw new RpcError("unavailable", "shutting down");
  const subscription = await subscribe(request, parts, caller, gone.signal);
  const signal = AbortSignal.any([gone.signal, parts.stopping]);
  const check = setInterval(() => {
    if (caller?.isRevoked?.()) gone.abort();
  }, CHECK_MS).unref();
  const { counts } = parts;
  counts.streams++;
  counts.subscriptions++;
  try {
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-context-slot": subscription.start.context.slot,
    });
    await send(response, subscription.start, signal);
    for await (const change of subscription.changes(signal)) {
      const pause = (ms: number) => sleep(ms, undefined, { signal });
      await chargeNotification(caller, change, pause);
      await send(response, change, signal);
      counts.notified(change.writtenMs);
    }
  } finally {
    counts.streams--;
    counts.subscriptions--;
    clearInterval(check);
    subscription.close();
    response.end();
  }
}

/** Parameters of the request, not of the method. */
const OWN = ["from", "api-key"];

async function subscribe(
  { params: { method }, query, headers }: ListRequest,
  { lists, level, reach, unavailable }: LiveParts,
  caller: Caller | undefined,
  gone: AbortSignal,
): Promise<Subscription> {
  caller?.assertMay(method);
  caller?.charge(1);
  const why = unavailable();
  if (why !== null) throw new RpcError("unavailable", why);
  const last = headers["last-event-id"] ?? query["from"];
  const own = Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !OWN.includes(name))
      .map(([name, value]) => [name, parseValue(name, value)]),
  );
  const place = last === undefined ? null : parseEventId(String(last));
  const call = listOf(method, own, place, level);
  const waiter = { caller, abandoned: () => gone, waitedMs: 0 };
  return lists.subscribe(call.list, call.from, {
    minContextSlot: call.minContextSlot,
    reach: (slot) => reach(slot, waiter),
  });
}

/** Waits while the caller does not read. */
async function send(
  response: ServerResponse,
  { context, more, json }: Change,
  signal: AbortSignal,
): Promise<void> {
  // A caller continues after the last complete change.
  const id = more ? "" : `id: ${context.slot}:${context.blockhash}\n`;
  if (response.write(`${id}data: ${json}\n\n`)) return;
  const late = AbortSignal.timeout(SLOWEST_MS);
  await once(response, "drain", { signal: AbortSignal.any([signal, late]) });
}
