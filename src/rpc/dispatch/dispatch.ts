import { setImmediate as nextTurn } from "node:timers/promises";
import type { Slot } from "../../domain/values.ts";
import { between, commaJoined, type Text } from "../../render/text.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";
import type { Reader } from "../../store/reader.ts";
import type { Commitment } from "../commitment.ts";
import { shareSignal } from "../http/abandoned.ts";
import { splitCommonParams } from "../commonParams.ts";
import {
  type Dispatch,
  DISPATCH_LIMITS,
  type DispatchLimits,
  type DispatchOptions,
  type TakeTurn,
} from "./dispatchOptions.ts";
import { parseBody, readCall, readId, type Body } from "./envelope.ts";
import { asRpcError, errorText } from "./errorAnswer.ts";
import { quote, RpcError } from "../errors.ts";
import type { Method, Upstreams } from "../method.ts";
import { methodOfPath } from "./methodOfPath.ts";
import {
  answerAtSlot,
  type ReachSlot,
  type Waiter,
  withoutWaiting,
} from "../minContextSlot.ts";
import { NOT_SERVED } from "./notServed.ts";
import type { Caller, ObservedCall, Observer } from "../observer.ts";

const AT_ONCE: TakeTurn = (_units, work) => work();

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
  return new Dispatcher(options).dispatch;
}

class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #limits: DispatchLimits;
  readonly #commitment: Commitment;
  readonly #takeTurn: TakeTurn;
  readonly #reach: ReachSlot;
  readonly #observer: Observer | undefined;
  /** Calls that wait for the store. Calls that wait for a slot are counted elsewhere. */
  #waiting = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#methods = new Map(Object.entries(options.methods));
    this.#limits = { ...DISPATCH_LIMITS, ...options.limits };
    this.#commitment = options.commitment ?? "confirmed";
    this.#takeTurn = options.takeTurn ?? AT_ONCE;
    this.#reach = options.reachSlot ?? withoutWaiting(options.read);
    this.#observer = options.observer;
  }

  readonly dispatch: Dispatch = (bytes, path, requestId, caller, abandoned) => {
    let body;
    try {
      body = parseBody(bytes, this.#limits.batch);
    } catch (cause) {
      this.#observer?.began();
      return this.#failure("null", cause, requestId);
    }
    const { read, chain = null, prover = null } = this.#options;
    const pathMethod = methodOfPath(path, this.#methods);
    const left = shareSignal(abandoned);
    const delivery = {
      read: (abandoned && read.until?.(left.signal())) ?? read,
      upstreams: { chain, prover, abandoned: left.signal },
      isAbandoned: left.isReason,
      waiter: { caller, abandoned: left.signal, waitedMs: 0 },
      body,
      pathMethod,
      requestId,
      caller,
      written: 0,
    };
    return Array.isArray(body.entries)
      ? this.#answerBatch(body.entries, delivery)
      : this.#answer(body.entries, delivery);
  };

  /**
   * One entry per tick of the event loop, so that a batch of large pages does not block other requests. The rest is left
   * out when the caller has gone.
   */
  async #answerBatch(entries: readonly unknown[], delivery: Delivery) {
    const answers: Text[] = [];
    this.#observer?.batch(entries.length);
    for (const entry of entries) {
      if (delivery.waiter.abandoned().aborted) return null;
      const text = await this.#answer(entry, delivery);
      if (text === null) continue;
      delivery.written += text.length;
      answers.push(text);
      await nextTurn();
    }
    return answers.length === 0
      ? null
      : between("[", commaJoined(answers), "]");
  }

  #answer(entry: unknown, delivery: Delivery): MaybePromise<Text | null> {
    const { requestId } = delivery;
    const call = beginCall(requestId);
    let id: string | null = null;
    this.#observer?.began();
    try {
      id = readId(entry, delivery.body);
      const { method, params } = readCall(entry, delivery.pathMethod);
      if (id === null) return this.#unanswered(call);
      const found = this.#find(method);
      call.method = method;
      call.params = params;
      const result = this.#run(found, call, delivery);
      return result instanceof Promise
        ? this.#later(result, id, call, delivery)
        : this.#success(id, result, call);
    } catch (cause) {
      return this.#failure(id ?? "null", cause, requestId, call, delivery);
    }
  }

  #run(
    found: Method,
    call: ObservedCall,
    delivery: Delivery,
  ): MaybePromise<Text> {
    const { upstreams, waiter, caller } = delivery;
    const { prepared, slot } = this.#prepare(found, call, caller);
    this.#assertAvailable(delivery);
    const work = (read: Reader): MaybePromise<Text> =>
      this.#inStore(
        this.#takeTurn(prepared.units, () =>
          prepared.answer(read, upstreams, call, this.#commitment),
        ),
      );
    if (slot === null) return work(delivery.read);
    const { read } = this.#options;
    const reach = this.#reach;
    return answerAtSlot({ slot, read, reach, waiter, call }, work);
  }

  async #later(
    result: Promise<Text>,
    id: string,
    call: ObservedCall,
    delivery: Delivery,
  ): Promise<Text> {
    try {
      return this.#success(id, await result, call);
    } catch (cause) {
      return this.#failure(id, cause, call.requestId, call, delivery);
    }
  }

  #inStore(result: MaybePromise<Text>): MaybePromise<Text> {
    if (!(result instanceof Promise)) return result;
    this.#waiting++;
    return result.finally(() => {
      this.#waiting--;
    });
  }

  /** Invalid parameters cost a unit, so that they are not free. */
  #prepare(found: Method, call: ObservedCall, caller?: Caller) {
    caller?.assertMay(call.method);
    let units = 1;
    try {
      const split = splitCommonParams(call.params, this.#commitment);
      const prepared = found.prepare(split.own);
      units = prepared.units;
      const slot = newerOf(split.minContextSlot, prepared.minContextSlot);
      return { prepared, slot };
    } finally {
      caller?.charge(units);
    }
  }

  #unanswered(call: ObservedCall): null {
    this.#observer?.ended(call, 0);
    return null;
  }

  #success(id: string, result: Text, call: ObservedCall): Text {
    this.#observer?.ended(call, 0);
    return between(`{"jsonrpc":"2.0","id":${id},"result":`, result, "}");
  }

  #find(name: string): Method {
    const method = this.#methods.get(name);
    if (method) return method;
    const known = NOT_SERVED.get(name);
    const why = known ? `${name} is not served here: ${known}` : quote(name);
    throw new RpcError("methodNotFound", why);
  }

  #assertAvailable({ written }: Delivery): void {
    const why =
      written > this.#limits.batchAnswer
        ? "the answers of the batch are too large; send smaller batches"
        : this.#waiting >= this.#limits.waiting
          ? "too many requests are waiting"
          : (this.#options.unavailable?.() ?? null);
    if (why !== null) throw new RpcError("unavailable", why);
  }

  #failure(
    id: string,
    cause: unknown,
    requestId: string,
    call = beginCall(requestId),
    delivery?: Delivery,
  ): string {
    const error = asRpcError(cause);
    const isAbandoned = delivery?.isAbandoned(cause) ?? false;
    this.#observer?.ended(call, isAbandoned ? 0 : error.code);
    if (error.name === "internalError" && !isAbandoned)
      this.#options.log.error({ requestId, err: cause }, "a request failed");
    return errorText(id, error);
  }
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
