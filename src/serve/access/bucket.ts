/** How fast units refill, and how many a bucket holds. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket that may go into debt. A call is admitted while any units are left, because its price is known only after
 * the request has been read. The next call waits until the debt is paid.
 */
export class Bucket {
  readonly rate: Rate;
  /** Consecutive refusals. */
  refusals = 0;
  #units: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.rate = rate;
    this.#units = rate.burst;
    this.#at = now;
  }

  /** Units left; negative if in debt. */
  units(now: number): number {
    const { perSecond, burst } = this.rate;
    const grown = this.#units + ((now - this.#at) / 1000) * perSecond;
    this.#units = Math.min(burst, grown);
    this.#at = now;
    return this.#units;
  }

  take(units: number, now: number): void {
    this.#units = this.units(now) - units;
  }

  /** Whole seconds until the next call is admitted. */
  waitSeconds(now: number): number {
    const units = this.units(now);
    return units > 0 ? 0 : Math.ceil((1 - units) / this.rate.perSecond);
  }

  /** Units missing to a full bucket. */
  missing(now: number): number {
    return this.rate.burst - this.units(now);
  }

  isFull(now: number): boolean {
    return this.missing(now) <= 0;
  }
}
