import type { Slot } from "../../domain/values.ts";
import { RpcError } from "../../rpc/errors.ts";
import { slotNotReached, type Waiter } from "../../rpc/minContextSlot.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";
import type { SlotWatch } from "../../store/slotWatch.ts";
import type { Change } from "./counterDeltas.ts";

export interface SlotWaitOptions {
  readonly slots: SlotWatch;
  /** The longest a request may wait, in milliseconds; 0 for never. */
  readonly maxMs: number;
  /** Maximum number of waiting requests. */
  readonly most: number;
  /** The same per caller. Callers that are not counted have no limit of their own. */
  readonly mostPerCaller: number;
  /** The highest slot that the index can reach in this time, starting from `newest`. */
  readonly newestAfter: (newest: Slot, ms: number) => Slot;
  /** Receives 1 for each wait that begins, and -1 for each that ends. */
  readonly onChange?: (name: string, amount: number) => void;
}

/** The ways a wait can end. */
export type WaitOutcome =
  "reached" | "expired" | "too far ahead" | "too many" | "caller left";

/** Stands for all waits in the messages between processes; other names are callers. */
const ALL = "";

/** Limits how many requests wait for a slot, and for how long. A waiting request holds nothing but its place here. */
export class SlotWaits {
  readonly #options: SlotWaitOptions;
  /** Waits in all processes of the service, by caller and in total. */
  readonly #counts = new Map<string, number>();
  readonly #here = new Set<AbortController>();
  readonly outcomes = new Map<WaitOutcome, number>();
  #stopped = false;

  constructor(options: SlotWaitOptions) {
    this.#options = options;
  }

  /** Waits in this process. */
  get waiting(): number {
    return this.#here.size;
  }

  /** Resolves when the slot can be read. */
  readonly reach = (slot: Slot, waiter: Waiter): MaybePromise<void> => {
    if (this.#options.slots.known() < slot) return this.#reach(slot, waiter);
  };

  /** Adds the waits that began and ended in other processes. */
  addElsewhere(changes: readonly Change[]): void {
    for (const [name, amount] of changes) this.#add(name, amount);
  }

  /** Ends all waits and refuses new ones. */
  stop(): void {
    this.#stopped = true;
    for (const wait of this.#here) wait.abort();
  }

  async #reach(slot: Slot, waiter: Waiter): Promise<void> {
    const { slots, maxMs, newestAfter } = this.#options;
    await slots.refresh();
    const newest = slots.known();
    if (newest >= slot) return;
    const ms = this.#stopped ? 0 : Math.max(0, maxMs - waiter.waitedMs);
    if (slot > newestAfter(newest, ms)) throw this.#refuse("too far ahead");
    if (ms === 0) throw this.#refuse("expired");
    this.#assertRoom(waiter);
    await this.#wait(slot, waiter, ms);
  }

  async #wait(slot: Slot, waiter: Waiter, ms: number): Promise<void> {
    const caller = waiter.caller?.name ?? ALL;
    const started = performance.now();
    const end = new AbortController();
    const late = setTimeout(() => {
      end.abort();
    }, ms);
    const left = waiter.abandoned();
    const leave = (): void => {
      end.abort();
    };
    left.addEventListener("abort", leave, { once: true });
    this.#here.add(end);
    this.#change(caller, 1);
    try {
      if (left.aborted) end.abort();
      await this.#options.slots.reaches(slot, end.signal);
      this.#note("reached");
    } catch {
      if (!left.aborted) throw this.#refuse("expired");
      this.#note("caller left");
      throw left.reason;
    } finally {
      clearTimeout(late);
      left.removeEventListener("abort", leave);
      this.#here.delete(end);
      this.#change(caller, -1);
      waiter.waitedMs += performance.now() - started;
    }
  }

  #assertRoom({ caller }: Waiter): void {
    const { most, mostPerCaller } = this.#options;
    const own = caller ? this.#count(caller.name) : 0;
    if (own < mostPerCaller && this.#count(ALL) < most) return;
    this.#note("too many");
    const whose = own < mostPerCaller ? "" : " of this caller";
    throw new RpcError(
      "unavailable",
      `too many requests${whose} are waiting for a slot`,
    );
  }

  #refuse(outcome: WaitOutcome): RpcError {
    this.#note(outcome);
    return slotNotReached(this.#options.slots.known());
  }

  #note(outcome: WaitOutcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #change(caller: string, amount: number): void {
    for (const name of caller === ALL ? [ALL] : [ALL, caller]) {
      this.#add(name, amount);
      this.#options.onChange?.(name, amount);
    }
  }

  #add(name: string, amount: number): void {
    const count = this.#count(name) + amount;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
