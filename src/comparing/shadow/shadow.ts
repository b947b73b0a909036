import { parseExact, TachyonError } from "../../client/index.ts";
import { askBoth, type Outcome } from "../askBoth.ts";
import { type Finding, meaningOf } from "../findings.ts";
import { judge } from "../judge.ts";
import { createRandom, sample } from "../random.ts";
import { type Envelope, failed, type Reply, replyOf } from "../replies.ts";
import { createSender } from "../sender.ts";
import type { Asker, Params } from "../server.ts";
import { answerHash } from "./answerHash.ts";
import {
  type Call,
  callsOf,
  type Exchange,
  hasCursor,
  ownParameterOf,
} from "./calls.ts";

export interface ShadowOptions {
  /** The other server. */
  readonly url: string;
  /** Requests per second to it. */
  readonly rate: number;
  readonly timeoutMs: number;
  /** The longest answer of the other server that is read. */
  readonly maxBytes: number;
  /** Maximum attempts to get answers about the same slot. */
  readonly rounds: number;
  readonly signal: AbortSignal;
  /** Sends a request to this server, and resolves with the text of its answer. */
  readonly askThis: (body: string) => Promise<string>;
}

/** The outcome of a call. A is this server, B the other one. */
export interface ComparedCall {
  readonly method: string;
  readonly params: Params;
  readonly findings: readonly Finding[];
  readonly hashes: readonly [a: string | null, b: string | null];
}

export interface Compared {
  readonly calls: readonly ComparedCall[];
  /** Calls of a batch that were not sent to the other server. */
  readonly leftOut: number;
}

export type Shadow = (exchange: Exchange) => Promise<Compared>;

/** From a larger batch, some calls are chosen. */
const MAX_CALLS = 10;

/** Marks shadow requests, so that two servers that shadow each other do not loop. */
export const SHADOW_HEADER = "x-tachyon-shadow";

/** Sends answered requests to another server and compares the answers. */
export function createShadow(options: ShadowOptions): Shadow {
  const send = createSender(options);
  const random = createRandom(Date.now());
  return async (exchange) => {
    const all = callsOf(exchange);
    const chosen = sample(all, MAX_CALLS, random);
    const other = otherServer(options, send, exchange.headers);
    const calls: ComparedCall[] = [];
    for (const call of chosen)
      calls.push(await compareCall(call, other, options));
    return { calls, leftOut: all.length - chosen.length };
  };
}

async function compareCall(
  call: Call,
  other: Asker,
  { askThis, timeoutMs, rounds, signal }: ShadowOptions,
): Promise<ComparedCall> {
  const { method, params, reply } = call;
  const first = await other.ask(method, params);
  const outcome = await compareReplies();
  const { a, b } = outcome.replies ?? { a: reply, b: first };
  const hashes = [answerHash(a), answerHash(b)] as const;
  const findings = findingsOf(call, outcome, b);
  return { method, params, findings, hashes };

  /** Equal answers need not be about a common slot. */
  async function compareReplies(): Promise<Outcome> {
    if (judge(method, reply, first).length === 0)
      return { findings: [], replies: { a: reply, b: first } };
    const own = asker(timeoutMs, askThis);
    const servers = [startingWith(reply, own), startingWith(first, other)];
    const ask = (server: Asker) => server.ask(method, params);
    const both = servers as [Asker, Asker];
    return askBoth({ method, servers: both, ask, rounds, signal });
  }
}

/** A server that has already answered the first request. */
function startingWith(first: Reply, server: Asker): Asker {
  let left: Reply | null = first;
  return {
    ask: (method, params) => {
      if (left === null) return server.ask(method, params);
      const reply = left;
      left = null;
      return Promise.resolve(reply);
    },
  };
}

/** The findings, except for calls with parameters that the other server need not support. */
function findingsOf(
  call: Call,
  { findings }: Outcome,
  b: Reply,
): readonly Finding[] {
  const [first] = findings;
  if (!first || meaningOf(first) === "unanswered") return findings;
  if (hasCursor(call))
    return [{ name: "cursor", server: null, detail: first.detail }];
  const own = ownParameterOf(call);
  if (own !== null && b.kind === "error")
    return [{ name: "notServed", server: "B", detail: own }];
  return findings;
}

function otherServer(
  { url, timeoutMs }: ShadowOptions,
  send: typeof fetch,
  more: Readonly<Record<string, string>>,
): Asker {
  const type = { "content-type": "application/json" };
  const headers = { ...type, [SHADOW_HEADER]: "1", ...more };
  return asker(timeoutMs, async (body) => {
    const response = await send(url, { method: "POST", headers, body });
    if (!response.ok)
      throw new TachyonError("", response.status, response.statusText);
    return response.text();
  });
}

function asker(
  timeoutMs: number,
  post: (body: string) => Promise<string>,
): Asker {
  return {
    ask: async (method, params) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      try {
        return replyOf(method, parseExact(await post(body)) as Envelope);
      } catch (cause) {
        return failed(cause, timeoutMs);
      }
    },
  };
}
