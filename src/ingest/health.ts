import { DEFAULT_SLOT_MS, type LagBound } from "../domain/lag.ts";
import type { Slot } from "../domain/values.ts";
import type { Newest } from "./source/source.ts";

/** A node that has said nothing for this long is not believed to be at the tip any more. */
const SILENCE_MS = 10_000;

export interface HealthOptions {
  /** Beyond it the server is not ready; null for no bound. */
  readonly maxLag: LagBound | null;
  /** The tip of the chain that is followed; null when none is (a recording). */
  readonly newest: () => Newest | null;
  /** What keeps the source from giving blocks, when something does. */
  readonly trouble?: () => string | null;
  /** How long a slot takes, as measured. */
  readonly slotMs?: () => number;
  readonly now?: () => number;
}

/** What another thread has to know to say the same. */
export interface HealthState {
  /** The last slot written. */
  readonly head: Slot | null;
  readonly newest: Newest | null;
  readonly trouble: string | null;
  readonly slotMs: number;
}

/** How far the index is behind its chain, and whether that is still good enough to be asked. */
export class Health {
  readonly #maxLag: LagBound | null;
  readonly #newest: () => Newest | null;
  readonly #slotMs: () => number;
  readonly #now: () => number;
  #head: Slot | null = null;
  readonly #sourceTrouble: () => string | null;
  #trouble: string | null = null;

  constructor({
    maxLag,
    newest,
    trouble = () => null,
    slotMs = () => DEFAULT_SLOT_MS,
    now = Date.now,
  }: HealthOptions) {
    this.#sourceTrouble = trouble;
    this.#maxLag = maxLag;
    this.#newest = newest;
    this.#slotMs = slotMs;
    this.#now = now;
  }

  wrote(slot: Slot): void {
    this.#head = slot;
    this.#trouble = null;
  }

  /** Something is in the way of the next block. */
  reportTrouble(reason: string): void {
    this.#trouble = reason;
  }

  /** What that is; null once a block has been written. */
  get trouble(): string | null {
    return this.#trouble ?? this.#sourceTrouble();
  }

  state(): HealthState {
    return {
      head: this.#head,
      newest: this.#newest(),
      trouble: this.trouble,
      slotMs: this.slotMs(),
    };
  }

  /** Slots behind the tip; null while there is nothing to compare. When the node is silent, the chain goes on all the same. */
  lag(): number | null {
    const newest = this.#newest();
    if (!newest) return null;
    const silent = this.#now() - newest.heardAt - SILENCE_MS;
    const unheard = silent > 0 ? Math.floor(silent / this.slotMs()) : 0;
    return Math.max(0, newest.slot + unheard - (this.#head ?? 0));
  }

  /** The time those slots take. */
  lagSeconds(): number | null {
    const lag = this.lag();
    return lag === null ? null : (lag * this.slotMs()) / 1000;
  }

  /** How long a slot of the chain takes. */
  slotMs(): number {
    return this.#slotMs();
  }

  /** Why this server should not be asked now, or null. */
  problem(): string | null {
    const lag = this.lag();
    if (this.#maxLag === null || lag === null) return null;
    const beyond = describeExcess(lag, this.slotMs(), this.#maxLag);
    if (beyond === null) return null;
    const why = this.trouble === null ? "" : `: ${this.trouble}`;
    return `${lag} slots behind the chain${beyond} are allowed${why}`;
  }
}

/** What the bound has to say about a lag beyond it, or null for one within it. */
function describeExcess(
  lag: number,
  slotMs: number,
  bound: LagBound,
): string | null {
  if ("slots" in bound) return lag > bound.slots ? `, ${bound.slots}` : null;
  const seconds = (lag * slotMs) / 1000;
  if (seconds <= bound.seconds) return null;
  return ` (${Math.round(seconds)} s), ${bound.seconds} s`;
}

/**
 * For a server that does not index: the age of the newest block stands for the tip. The indexer's process may be dead,
 * and then nothing else would tell.
 */
export function newestByAge(
  head: () => { readonly slot: Slot; readonly blockTime: number | null } | null,
  slotMs: () => number = () => DEFAULT_SLOT_MS,
  now: () => number = Date.now,
): () => Newest | null {
  return () => {
    const block = head();
    if (!block || block.blockTime === null) return null;
    const age = Math.max(0, now() - block.blockTime * 1000);
    return { slot: block.slot + Math.floor(age / slotMs()), heardAt: now() };
  };
}
