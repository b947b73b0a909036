import { setImmediate as nextTurn } from "node:timers/promises";
import { asciiJson } from "../codecs/asciiJson.ts";
import type { Chain } from "../domain/chain.ts";
import type { Slot } from "../domain/values.ts";
import { between, commaJoined, type Text } from "../render/text.ts";
import type { Prover } from "../domain/prover.ts";
import type { MaybePromise } from "../store/page.ts";
import { StoreUnavailable } from "../store/errors.ts";
import type { Reader } from "../store/reader.ts";
import type { Commitment } from "./commitment.ts";
import { splitCommonParams } from "./commonParams.ts";
import { parseBody, readCall, readId, type Body } from "./envelope.ts";
import { quote, RpcError } from "./errors.ts";
import type { Method, Methods, Upstreams } from "./method.ts";
import {
  answerAtSlot,
  type ReachSlot,
  type Waiter,
  withoutWaiting,
} from "./minContextSlot.ts";
import { NOT_SERVED } from "./notServed.ts";
import type { Caller, ObservedCall, Observer } from "./observer.ts";

export interface DispatchLimits {
  /** The largest number of requests in a batch. */
  readonly batch: number;
  /** Once the answers of a batch have this many characters, its remaining requests are refused. */
  readonly batchAnswer: number;
  /** Once this many requests wait for the store, further ones are refused. */
  readonly waiting: number;
}

export const DISPATCH_LIMITS: DispatchLimits = {
  batch: 100,
  batchAnswer: 32 * 2 ** 20,
  waiting: 1000,
};

/** The part of a pino logger that is used here. */
export interface Log {
  error(fields: object, message: string): void;
}

export type TakeTurn = <T>(
  units: number,
  work: () => MaybePromise<T>,
) => MaybePromise<T>;

const AT_ONCE: TakeTurn = (_units, work) => work();

export interface DispatchOptions {
  readonly read: Reader;
  /** The node or file that transactions and on-chain accounts are read from, if there is one. */
  readonly chain?: Chain | null;
  /** The prover for zero-knowledge proofs, if there is one. */
  readonly prover?: Prover | null;
  readonly methods: Methods;
  readonly log: Log;
  /** The commitment of the indexed blocks; the default is confirmed. */
  readonly commitment?: Commitment;
  readonly limits?: Partial<DispatchLimits>;
  /** The reason why nothing can be answered now (too far behind the chain), or null. Called for each request. */
  readonly unavailable?: () => string | null;
  /** Runs a call's work when the load allows; throws an RpcError if it is shed. */
  readonly takeTurn?: TakeTurn;
  /** Waits for the slot a call asks for. */
  readonly reachSlot?: ReachSlot;
  readonly observer?: Observer;
}

/**
 * Takes a request body and returns the answer's text, in ASCII; null if there is nothing to answer (HTTP 204). Never
 * throws.
 */
export type Dispatch = (
  body: Buffer,
  path: string,
  requestId: string,
  caller?: Caller,
  /**
   * Aborts when the connection closes before the answer is sent. Called only for stores whose reads can be cancelled.
   */
  abandoned?: () => AbortSignal,
) => MaybePromise<Text | null>;

/** Shared by all entries of one HTTP request. */
interface Delivery {
  readonly read: Reader;
  readonly upstreams: Upstreams;
  readonly body: Body;
  readonly pathMethod: string | null;
  readonly requestId: string;
  readonly caller: Caller | undefined;
  /** Whether a failure only means that the caller has disconnected. */
  readonly isAbandoned: (cause: unknown) => boolean;
  readonly waiter: Waiter;
  written: number;
}

export function createDispatch(options: DispatchOptions): Dispatch {
  const {
    read,
    log,
    unavailable,
    observer,
    chain = null,
    prover = null,
  } = options;
  const { commitment = "confirmed" } = options;
  const takeTurn = options.takeTurn ?? AT_ONCE;
  const reach = options.reachSlot ?? withoutWaiting(read);
  const limits = { ...DISPATCH_LIMITS, ...options.limits };
  const methods = new Map(Object.entries(options.methods));
  let waiting = 0;

  return (bytes, path, requestId, caller, abandoned) => {
    let body;
    try {
      body = parseBody(bytes, limits.batch);
    } catch (cause) {
      observer?.began();
      return failure("null", cause, requestId);
    }
    const pathMethod = methodOfPath(path, methods);
    const left = once(abandoned);
    const delivery = {
      read: (abandoned && read.until?.(left.signal())) ?? read,
      upstreams: { chain, prover, abandoned: left.signal },
      isAbandoned: left.isReason,
      waiter: { caller, abandoned: left.signal, waitedMs: 0 },
      ...{ body, pathMethod, requestId, caller },
      written: 0,
    };
    return Array.isArray(body.entries)
      ? answerBatch(body.entries, delivery)
      : answer(body.entries, delivery);
  };

  /** One entry per tick of the event loop, so that a batch of large pages does not block other requests. */
  async function answerBatch(entries: readonly unknown[], delivery: Delivery) {
    const answers: Text[] = [];
    observer?.batch(entries.length);
    for (const entry of entries) {
      const text = await answer(entry, delivery);
      if (text === null) continue;
      delivery.written += text.length;
      answers.push(text);
      await nextTurn();
    }
    return answers.length === 0
      ? null
      : between("[", commaJoined(answers), "]");
  }

  function answer(entry: unknown, delivery: Delivery) {
    const { requestId, caller } = delivery;
    const call = beginCall(requestId);
    let id: string | null = null;
    observer?.began();
    try {
      id = readId(entry, delivery.body);
      const { method, params } = readCall(entry, delivery.pathMethod);
      if (id === null) return unanswered(call);
      const found = find(method);
      call.method = method;
      call.params = params;
      const { prepared, slot } = prepare(found, call, caller);
      assertAvailable(delivery);
      const { upstreams, waiter } = delivery;
      const work = (read: Reader): MaybePromise<Text> =>
        inStore(
          takeTurn(prepared.units, () =>
            prepared.answer(read, upstreams, call, commitment),
          ),
        );
      const result =
        slot === null
          ? work(delivery.read)
          : answerAtSlot({ slot, read, reach, waiter, call }, work);
      return result instanceof Promise
        ? later(result, id, call, delivery)
        : success(id, result, call);
    } catch (cause) {
      return failure(id ?? "null", cause, requestId, call, delivery);
    }
  }

  async function later(
    result: Promise<Text>,
    id: string,
    call: ObservedCall,
    delivery: Delivery,
  ) {
    try {
      return success(id, await result, call);
    } catch (cause) {
      return failure(id, cause, call.requestId, call, delivery);
    }
  }

  /** Counts calls that wait for the store. Calls that wait for a slot are counted elsewhere. */
  function inStore(result: MaybePromise<Text>): MaybePromise<Text> {
    if (!(result instanceof Promise)) return result;
    waiting++;
    return result.finally(() => {
      waiting--;
    });
  }

  /** Invalid parameters cost a unit, so that they are not free. */
  function prepare(found: Method, call: ObservedCall, caller?: Caller) {
    caller?.assertMay(call.method);
    let units = 1;
    try {
      const split = splitCommonParams(call.params, commitment);
      const prepared = found.prepare(split.own);
      units = prepared.units;
      const slot = newerOf(split.minContextSlot, prepared.minContextSlot);
      return { prepared, slot };
    } finally {
      caller?.charge(units);
    }
  }

  function unanswered(call: ObservedCall): null {
    observer?.ended(call, 0);
    return null;
  }

  function success(id: string, result: Text, call: ObservedCall): Text {
    observer?.ended(call, 0);
    return between(`{"jsonrpc":"2.0","id":${id},"result":`, result, "}");
  }

  function find(name: string): Method {
    const method = methods.get(name);
    if (method) return method;
    const known = NOT_SERVED.get(name);
    const why = known ? `${name} is not served here: ${known}` : quote(name);
    throw new RpcError("methodNotFound", why);
  }

  function assertAvailable({ written }: Delivery): void {
    const why =
      written > limits.batchAnswer
        ? "the answers of the batch are too large; send smaller batches"
        : waiting >= limits.waiting
          ? "too many requests are waiting"
          : (unavailable?.() ?? null);
    if (why !== null) throw new RpcError("unavailable", why);
  }

  function failure(
    id: string,
    cause: unknown,
    requestId: string,
    call = beginCall(requestId),
    delivery?: Delivery,
  ): string {
    const error = asRpcError(cause);
    const isAbandoned = delivery?.isAbandoned(cause) ?? false;
    observer?.ended(call, isAbandoned ? 0 : error.code);
    if (error.name === "internalError" && !isAbandoned)
      log.error({ requestId, err: cause }, "a request failed");
    return errorText(id, error);
  }
}

/** Each signal adds a listener to the connection, so all entries of a batch share one. */
function once(abandoned: () => AbortSignal = never) {
  let signal: AbortSignal | null = null;
  return {
    signal: () => (signal ??= abandoned()),
    isReason: (cause: unknown) =>
      signal?.aborted === true && cause === signal.reason,
  };
}

function never(): AbortSignal {
  return new AbortController().signal;
}

function beginCall(requestId: string): ObservedCall {
  return {
    method: "",
    params: null,
    requestId,
    started: performance.now(),
    items: 0,
    scanned: 0,
    slot: null,
  };
}

function newerOf(a: Slot | null, b: Slot | null): Slot | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** The error that the caller sees; unexpected causes become an internal error. */
function asRpcError(cause: unknown): RpcError {
  if (cause instanceof RpcError) return cause;
  return cause instanceof StoreUnavailable
    ? new RpcError("unavailable", cause.message)
    : new RpcError("internalError");
}

function errorText(id: string, { code, message, data }: RpcError): string {
  const fields = data ? { code, message, data } : { code, message };
  const error = asciiJson(JSON.stringify(fields));
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`;
}

/**
 * The last segment of the path, if it is the name of a method. Hosts put prefixes and keys before it, and keys into
 * the query.
 */
export function methodOfPath(
  path: string,
  methods: ReadonlyMap<string, Method>,
): string | null {
  const query = path.indexOf("?");
  let end = query < 0 ? path.length : query;
  while (end > 0 && path[end - 1] === "/") end--;
  const segment = path.slice(path.lastIndexOf("/", end - 1) + 1, end);
  return methods.has(segment) ? segment : null;
}
