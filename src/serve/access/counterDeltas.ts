/** How much of what is told in one message: a name and what was added to it. */
export type Change = readonly [name: string, amount: number];

/** Adds up what happens often, so that it can be told seldom. */
export class CounterDeltas {
  #amounts = new Map<string, number>();

  add(name: string, amount: number): void {
    this.#amounts.set(name, (this.#amounts.get(name) ?? 0) + amount);
  }

  /** All there is, without what came to nothing. */
  changes(): Change[] {
    return [...this.#amounts].filter(([, amount]) => amount !== 0);
  }

  /** The same, and starts anew. */
  take(): Change[] {
    const changes = this.changes();
    this.#amounts = new Map();
    return changes;
  }
}
