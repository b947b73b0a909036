import { setImmediate as nextTurn } from "node:timers/promises";
import { asciiJson } from "../codecs/asciiJson.ts";
import type { Chain } from "../domain/chain.ts";
import { between, joinChunks, type Text } from "../render/text.ts";
import type { Prover } from "../domain/prover.ts";
import type { MaybePromise } from "../store/page.ts";
import { StoreUnavailable } from "../store/errors.ts";
import type { Reader } from "../store/reader.ts";
import { type Commitment, withoutCommitment } from "./commitment.ts";
import { parseBody, readCall, readId, type Body } from "./envelope.ts";
import { quote, RpcError } from "./errors.ts";
import type { Method, Methods, Upstreams } from "./method.ts";
import { NOT_SERVED } from "./notServed.ts";
import type { Caller, ObservedCall, Observer } from "./observer.ts";

export interface DispatchLimits {
  /** Requests in one batch. */
  readonly batch: number;
  /** Characters of a batch's answers after which its remaining requests are refused. */
  readonly batchAnswer: number;
  /** Requests waiting for the store at the same time, before further ones are refused. */
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
  /** The node or file that transactions and on-chain accounts are read from, when there is one. */
  readonly chain?: Chain | null;
  /** What makes zero-knowledge proofs, when there is one. */
  readonly prover?: Prover | null;
  readonly methods: Methods;
  readonly log: Log;
  /** How sure the cluster is of the blocks that are indexed; confirmed unless told otherwise. */
  readonly commitment?: Commitment;
  readonly limits?: Partial<DispatchLimits>;
  /** Why nothing can be answered now (too far behind the chain), or null. Asked for each request. */
  readonly unavailable?: () => string | null;
  /** Does a call's work when its turn comes; throws an RpcError when it never will. */
  readonly takeTurn?: TakeTurn;
  readonly observer?: Observer;
}

/** A request body in, the answer's text out, in ASCII; null when there is nothing to say (HTTP 204). Never throws. */
export type Dispatch = (
  body: Buffer,
  path: string,
  requestId: string,
  caller?: Caller,
  /** Aborted when nobody waits for the answer any more; only asked for by stores that take a while. */
  abandoned?: () => AbortSignal,
) => MaybePromise<Text | null>;

/** What the entries of one HTTP request share. */
interface Delivery {
  readonly read: Reader;
  readonly upstreams: Upstreams;
  readonly body: Body;
  readonly pathMethod: string | null;
  readonly requestId: string;
  readonly caller: Caller | undefined;
  /** Whether a failure says only that nobody waits for the answer any more. */
  readonly isAbandoned: (cause: unknown) => boolean;
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
      ...{ body, pathMethod, requestId, caller },
      written: 0,
    };
    return Array.isArray(body.entries)
      ? answerBatch(body.entries, delivery)
      : answer(body.entries, delivery);
  };

  /** One entry a turn of the event loop, so that a batch of large pages holds nobody else up. */
  async function answerBatch(entries: readonly unknown[], delivery: Delivery) {
    const answers: string[] = [];
    observer?.batch(entries.length);
    for (const entry of entries) {
      const text = await answer(entry, delivery);
      if (text === null) continue;
      delivery.written += text.length;
      answers.push(joinChunks(text));
      await nextTurn();
    }
    return answers.length === 0 ? null : `[${answers.join(",")}]`;
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
      const prepared = prepare(found, call, caller);
      assertAvailable(delivery);
      const result = takeTurn(prepared.units, () =>
        prepared.answer(delivery.read, delivery.upstreams, call, commitment),
      );
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
    waiting++;
    try {
      return success(id, await result, call);
    } catch (cause) {
      return failure(id, cause, call.requestId, call, delivery);
    } finally {
      waiting--;
    }
  }

  /** Wrong parameters cost a unit, so that they are not free. */
  function prepare(found: Method, call: ObservedCall, caller?: Caller) {
    caller?.assertMay(call.method);
    let units = 1;
    try {
      const own = withoutCommitment(call.params, commitment);
      const prepared = found.prepare(own);
      units = prepared.units;
      return prepared;
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
        ? "the batch's answers are too large, ask in smaller batches"
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

/** Each signal listens to the connection, so one serves all entries of a batch. */
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
  };
}

/** What the caller is told; causes that are nobody's business become an internal error. */
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

/** The last segment of the path, if a method is called so: hosts put prefixes and keys before it, keys into the query. */
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
