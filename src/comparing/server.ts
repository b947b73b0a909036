import {
  type Api,
  createClient,
  Pages,
  TachyonError,
} from "../client/index.ts";
import { createPace } from "./pace.ts";

/** What a server answered to one request, or to all requests of a walk. */
export type Reply = Answer | Refusal | Silence;

export interface Answer {
  readonly kind: "answer";
  /** The slot it is about: null if it names none, or if the pages of a walk name several. */
  readonly slot: number | null;
  /** Without its context; of a list, all items. */
  readonly value: unknown;
  /** Of a list: whether items follow that were not asked for. */
  readonly cut: boolean;
  readonly pages: number;
  /** Of the pages of a walk, the first and the last one. */
  readonly slots: readonly [number, number];
}

/** A JSON-RPC error. */
export interface Refusal {
  readonly kind: "error";
  readonly slot: number | null;
  readonly code: number;
  readonly message: string;
}

/** No JSON-RPC answer. */
export interface Silence {
  readonly kind: "none";
  readonly slot: null;
  readonly why: "slow" | "unreachable" | "malformed";
  readonly message: string;
}

export type Params = Readonly<Record<string, unknown>>;

export interface Server {
  readonly url: string;
  /** Asks once; of a list, the first page. */
  ask(method: string, params: Params): Promise<Reply>;
  /** Sends a request that runs nothing, for a method that no server has. False if there is no answer. */
  reach(): Promise<boolean>;
  /** Reads a list to its end, in pages of `limit` items, at most `maxPages` of them. */
  walk(
    method: string,
    params: Params,
    limit: number,
    maxPages: number,
  ): Promise<Reply>;
}

export interface ServerOptions {
  /** Requests a second. */
  readonly rate: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told how long each answer took, from sending the request to the last byte. */
  readonly onAnswer?: (ms: number) => void;
}

type Untyped = Readonly<
  Record<string, (params: object) => Promise<unknown> | Pages<unknown>>
>;

const NOTHING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getNothing" });

/** A server of this API, asked through the typed client and not faster than told. */
export function openServer(url: string, options: ServerOptions): Server {
  const { rate, timeoutMs, signal, onAnswer } = options;
  const pace = createPace(rate, signal);
  const send: typeof fetch = async (target, init) => {
    await pace();
    const timeout = AbortSignal.timeout(timeoutMs);
    const both = AbortSignal.any([signal, timeout]);
    const started = performance.now();
    const response = await fetch(target, { ...init!, signal: both });
    // A hosted server may send the head in time and the body late.
    const text = await response.text();
    onAnswer?.(performance.now() - started);
    return new Response(text, response);
  };
  const client: Api = createClient(url, { fetch: send });
  const methods = client as unknown as Untyped;
  const attempt = async (work: () => Promise<Reply>): Promise<Reply> => {
    try {
      return await work();
    } catch (cause) {
      signal.throwIfAborted();
      return failed(cause, timeoutMs);
    }
  };
  return {
    url,
    ask: (method, params) =>
      attempt(async () => {
        const answer = methods[method]!(params);
        return answer instanceof Pages
          ? joined([await answer.first()])
          : single(await answer);
      }),
    reach: async () => {
      const headers = { "content-type": "application/json" };
      try {
        const request = { method: "POST", headers, body: NOTHING };
        return (await send(url, request)).status < 429;
      } catch {
        signal.throwIfAborted();
        return false;
      }
    },
    walk: (method, params, limit, maxPages) =>
      attempt(async () => {
        const pages = [];
        const list = methods[method]!({ ...params, limit }) as Pages<unknown>;
        for await (const page of list.pages()) {
          pages.push(page);
          if (pages.length === maxPages) break;
        }
        return joined(pages);
      }),
  };
}

interface PageOfList {
  readonly slot: number;
  readonly items: readonly unknown[];
  readonly cursor: string | null;
}

function joined(pages: readonly PageOfList[]): Answer {
  const slots = pages.map(({ slot }) => slot);
  const [first, last] = [slots[0]!, slots.at(-1)!];
  return {
    kind: "answer",
    slot: slots.every((slot) => slot === first) ? first : null,
    value: pages.flatMap(({ items }) => items),
    cut: pages.at(-1)!.cursor !== null,
    pages: pages.length,
    slots: [first, last],
  };
}

function single(result: unknown): Answer {
  const { slot, value } = withoutSlot(result);
  const slots = [slot ?? 0, slot ?? 0] as const;
  return { kind: "answer", slot, value, cut: false, pages: 1, slots };
}

/** Answers name their slot in `context`, in `slot`, or are the slot. */
function withoutSlot(result: unknown): {
  slot: number | null;
  value: unknown;
} {
  if (typeof result === "number") return { slot: result, value: "a slot" };
  if (typeof result !== "object" || result === null)
    return { slot: null, value: result };
  const { context, slot, ...value } = result as {
    readonly context?: { readonly slot?: unknown };
    readonly slot?: unknown;
  };
  const named = context?.slot ?? slot;
  return { slot: typeof named === "number" ? named : null, value };
}

function failed(cause: unknown, timeoutMs: number): Refusal | Silence {
  if (cause instanceof TachyonError && cause.code < 0)
    return {
      kind: "error",
      slot: null,
      code: cause.code,
      message: cause.message,
    };
  const silence = (why: Silence["why"], message: string): Silence => {
    return { kind: "none", slot: null, why, message };
  };
  if (cause instanceof TachyonError)
    return silence("unreachable", `HTTP status ${cause.code}`);
  if (cause instanceof Error && cause.name === "TimeoutError")
    return silence("slow", `no answer within ${timeoutMs / 1000} s`);
  // fetch reports every failure of the network as a TypeError whose cause is the system's error.
  if (cause instanceof TypeError && cause.cause instanceof Error)
    return silence("unreachable", cause.cause.message || "not reachable");
  return silence("malformed", `not an answer of this API: ${String(cause)}`);
}
