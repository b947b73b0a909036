import type { Slot } from "../domain/values.ts";
import type { MaybePromise } from "../store/maybePromise.ts";
import type { Reader } from "../store/reader.ts";
import { RpcError } from "./errors.ts";
import type { Caller, ObservedCall } from "./observer.ts";

/** A waiting request. The calls of a batch are one waiter. */
export interface Waiter {
  readonly caller: Caller | undefined;
  /** Aborts when the caller disconnects. */
  readonly abandoned: () => AbortSignal;
  /** Milliseconds it has waited so far. */
  waitedMs: number;
}

/** Returns when the slot can be read; throws an RpcError when it will not be in time, or too many wait. */
export type ReachSlot = (slot: Slot, waiter: Waiter) => MaybePromise<void>;

export function slotNotReached(contextSlot: Slot): RpcError {
  return new RpcError("slotNotReached", "", { contextSlot });
}

/** A server that waits for nothing. */
export function withoutWaiting({ slots }: Reader): ReachSlot {
  return async (slot) => {
    await slots.refresh();
    if (slots.known() < slot) throw slotNotReached(slots.known());
  };
}

/** A fork can undo the block between the wait and the read, but hardly ever twice. */
const MOST_TRIES = 3;

export interface SlotCall {
  readonly slot: Slot;
  readonly read: Reader;
  readonly reach: ReachSlot;
  readonly waiter: Waiter;
  readonly call: ObservedCall;
}

/** Does the call's work once the slot is there, on a reader that has it. The time it waited does not count as the call's. */
export async function answerAtSlot<T>(
  { slot, read, reach, waiter, call }: SlotCall,
  work: (read: Reader) => MaybePromise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const started = performance.now();
    await reach(slot, waiter);
    call.started += performance.now() - started;
    const signal = waiter.abandoned();
    const answer = await work(read.until?.(signal, slot) ?? read);
    if (call.slot === null || call.slot >= slot) return answer;
    if (tries === MOST_TRIES) throw slotNotReached(call.slot);
    await read.slots.refresh();
  }
}
