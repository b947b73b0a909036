/** A counter and the amount added to it. */
export type Change = readonly [name: string, amount: number];

/** Adds up frequent changes, so that they can be sent rarely. */
export class CounterDeltas {
  #amounts = new Map<string, number>();

  add(name: string, amount: number): void {
    this.#amounts.set(name, (this.#amounts.get(name) ?? 0) + amount);
  }

  /** The sums so far, without those that are zero. */
  changes(): Change[] {
    return [...this.#amounts].filter(([, amount]) => amount !== 0);
  }

  /** Returns the sums and resets them. */
  take(): Change[] {
    const changes = this.changes();
    this.#amounts = new Map();
    return changes;
  }
}
