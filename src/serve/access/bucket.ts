/** How fast units come back, and how many can be saved up. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Units that come back with time. A call is let in while there are any and may take more than there are: the price is
 * only known once the request was read. What is owed is waited for before the next one.
 */
export class Bucket {
  readonly rate: Rate;
  /** In a row, while it was empty. */
  refusals = 0;
  #units: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.rate = rate;
    this.#units = rate.burst;
    this.#at = now;
  }

  /** Units left, below 0 when some are owed. */
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

  /** Whole seconds until a call is let in again. */
  waitSeconds(now: number): number {
    const units = this.units(now);
    return units > 0 ? 0 : Math.ceil((1 - units) / this.rate.perSecond);
  }

  /** Units that a full one has more. */
  missing(now: number): number {
    return this.rate.burst - this.units(now);
  }

  isFull(now: number): boolean {
    return this.missing(now) <= 0;
  }
}
