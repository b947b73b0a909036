import { costOf } from "./tariff.ts";

const SAMPLE_MS = 20;
/** Of the newest sample. */
const WEIGHT = 0.1;
/** Answers wait this long for their turn before the dear calls are sent away, */
const SHED_DEAR_MS = 100;
/** and this long before all are. */
const SHED_ALL_MS = 500;
/** One turn counts for no more than this, whose share is below the first limit: a single long turn is no overload. */
const MOST_OF_A_TURN_MS = 800;
/** Calls above this price (a page of 450) are dear. */
const DEAR_UNITS = 10;

/**
 * How late the event loop is, which is how long a request waits for its turn. While it is late, what costs most is
 * refused first, so that the rest is still answered in time.
 */
export class Overload {
  #due = performance.now() + SAMPLE_MS;
  #lateMs = 0;
  readonly #timer: NodeJS.Timeout;
  shed = 0;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      const late = Math.min(MOST_OF_A_TURN_MS, Math.max(0, now - this.#due));
      // Smoothed, because one long turn is over when it is noticed; only lateness that lasts is overload.
      this.#lateMs += (late - this.#lateMs) * WEIGHT;
      this.#due = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  get lateMs(): number {
    return this.#lateMs;
  }

  /** Why the call is refused, or null. */
  refuses(params: unknown): string | null {
    if (this.#lateMs < SHED_DEAR_MS) return null;
    const dear = costOf(params) > DEAR_UNITS;
    if (!dear && this.#lateMs < SHED_ALL_MS) return null;
    this.shed++;
    return "overloaded, try again later or ask for smaller pages";
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
