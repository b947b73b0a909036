/** Counts of values up to each bound. Cheaper than the metrics library's, which looks its labels up on every call. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let i = 0;
    while (i < bounds.length && value > bounds[i]!) i++;
    this.#counts[i]! += 1;
    this.#sum += value;
  }

  get count(): number {
    return this.#counts.reduce((total, count) => total + count, 0);
  }

  /** Sample lines in the text format: running totals per bound, the sum and the count. */
  *lines(name: string, labels = ""): Generator<string> {
    const separator = labels && ",";
    const braces = labels && `{${labels}}`;
    let total = 0;
    for (const [i, count] of this.#counts.entries()) {
      total += count;
      const bound = this.#bounds[i] ?? "+Inf";
      yield `${name}_bucket{${labels}${separator}le="${bound}"} ${total}`;
    }
    yield `${name}_sum${braces} ${this.#sum}`;
    yield `${name}_count${braces} ${total}`;
  }
}
