import { DEFAULT_SLOT_MS, type LagBound } from "../domain/lag.ts";
import type { Slot } from "../domain/values.ts";
import type { Newest } from "./source/source.ts";

/** After this long without a response, a node no longer counts as being at the tip. */
const SILENCE_MS = 10_000;

export interface HealthOptions {
  /** A larger lag makes the server not ready; null for no bound. */
  readonly maxLag: LagBound | null;
  /** The tip of the followed chain; null when there is none (a recording). */
  readonly newest: () => Newest | null;
  /** The reason why the source yields no blocks, if any. */
  readonly trouble?: () => string | null;
  /** The probable cause of a lag if the actual one is unknown. */
  readonly probableCause?: string;
  /** The measured duration of a slot. */
  readonly slotMs?: () => number;
  readonly now?: () => number;
}

/** The values from which another thread can report the same health. */
export interface HealthState {
  /** The last slot written. */
  readonly head: Slot | null;
  readonly newest: Newest | null;
  readonly trouble: string | null;
  readonly slotMs: number;
}

/** How far the index is behind its chain, and whether that is within the bound. */
export class Health {
  readonly #maxLag: LagBound | null;
  readonly #newest: () => Newest | null;
  readonly #slotMs: () => number;
  readonly #now: () => number;
  #head: Slot | null = null;
  readonly #sourceTrouble: () => string | null;
  #trouble: string | null = null;
  readonly #probableCause: string | null;

  constructor({
    maxLag,
    newest,
    trouble = () => null,
    probableCause,
    slotMs = () => DEFAULT_SLOT_MS,
    now = Date.now,
  }: HealthOptions) {
    this.#probableCause = probableCause ?? null;
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

  /** Records what prevents the next block. */
  reportTrouble(reason: string): void {
    this.#trouble = reason;
  }

  /** The recorded reason; null once a block has been written. */
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

  /**
   * Slots behind the tip; null if there is nothing to compare with. While the node is silent, the tip is assumed to
   * advance.
   */
  lag(): number | null {
    const newest = this.#newest();
    if (!newest) return null;
    const silent = this.#now() - newest.heardAt - SILENCE_MS;
    const unheard = silent > 0 ? Math.floor(silent / this.slotMs()) : 0;
    return Math.max(0, newest.slot + unheard - (this.#head ?? 0));
  }

  /** Whether the node has not answered for a while. */
  isNodeSilent(): boolean {
    const newest = this.#newest();
    return newest !== null && this.#now() - newest.heardAt > SILENCE_MS;
  }

  /** The same lag in seconds. */
  lagSeconds(): number | null {
    const lag = this.lag();
    return lag === null ? null : (lag * this.slotMs()) / 1000;
  }

  /** The duration of a slot of the chain. */
  slotMs(): number {
    return this.#slotMs();
  }

  /** The reason why this server is not ready, or null. */
  problem(): string | null {
    const lag = this.lag();
    if (this.#maxLag === null || lag === null) return null;
    const beyond = describeExcess(lag, this.slotMs(), this.#maxLag);
    if (beyond === null) return null;
    const cause = this.trouble ?? this.#probableCause;
    const why = cause === null ? "" : `: ${cause}`;
    return `${lag} slots behind the chain${beyond} are allowed${why}`;
  }
}

/** The health that another thread or process reports, from its last state. */
export function reportedHealth(
  maxLag: LagBound | null,
  state: () => HealthState | null,
  trouble: () => string | null = () => state()?.trouble ?? null,
): Health {
  return new Health({
    ...{ maxLag, trouble },
    newest: () => state()?.newest ?? null,
    slotMs: () => state()?.slotMs ?? DEFAULT_SLOT_MS,
  });
}

/** The part of the message about a lag beyond the bound, or null for a lag within it. */
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
 * For a server that does not index: estimates the tip from the age of the newest block, because the indexing process
 * may be dead and nothing else would show it.
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
