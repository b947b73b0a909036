interface SeqRange {
  first: bigint;
  last: bigint;
}

/**
 * The applied sequence numbers of a tree as ascending ranges. Numbers can be added and removed in any order of blocks,
 * and a gap shows which events are missing.
 */
export class SeqRanges {
  readonly #ranges: SeqRange[];

  private constructor(ranges: SeqRange[]) {
    this.#ranges = ranges;
  }

  /** Parses `1-20,22` and the like; empty text means none. */
  static parse(text: string): SeqRanges {
    const ranges = text === "" ? [] : text.split(",");
    return new SeqRanges(
      ranges.map((range) => {
        const [first, last = first] = range.split("-");
        return { first: BigInt(first!), last: BigInt(last!) };
      }),
    );
  }

  toString(): string {
    return this.#ranges.map((range) => textOf(range, "-")).join(",");
  }

  get last(): bigint | null {
    return this.#ranges.at(-1)?.last ?? null;
  }

  /** The missing numbers from `first` to the last one, in readable form; null if none are missing. */
  missingFrom(first: bigint): string | null {
    const gaps: string[] = [];
    let next = first;
    for (const range of this.#ranges) {
      if (range.first > next)
        gaps.push(textOf({ first: next, last: range.first - 1n }, " to "));
      next = range.last + 1n;
    }
    return gaps.length === 0 ? null : gaps.slice(0, 3).join(", ");
  }

  add(first: bigint, count = 1n): void {
    if (count === 0n) return;
    const last = first + count - 1n;
    const at = this.#firstEndingAtOrAfter(first - 1n);
    let end = at;
    const joined = { first, last };
    for (; end < this.#ranges.length; end++) {
      const range = this.#ranges[end]!;
      if (range.first > last + 1n) break;
      if (range.first < joined.first) joined.first = range.first;
      if (range.last > joined.last) joined.last = range.last;
    }
    this.#ranges.splice(at, end - at, joined);
  }

  remove(first: bigint, count = 1n): void {
    if (count === 0n) return;
    const last = first + count - 1n;
    const at = this.#firstEndingAtOrAfter(first);
    const rest: SeqRange[] = [];
    let end = at;
    for (; end < this.#ranges.length; end++) {
      const range = this.#ranges[end]!;
      if (range.first > last) break;
      if (range.first < first)
        rest.push({ first: range.first, last: first - 1n });
      if (range.last > last) rest.push({ first: last + 1n, last: range.last });
    }
    this.#ranges.splice(at, end - at, ...rest);
  }

  /** Searched from the end, because new numbers are the highest. */
  #firstEndingAtOrAfter(seq: bigint): number {
    let at = this.#ranges.length;
    while (at > 0 && this.#ranges[at - 1]!.last >= seq) at--;
    return at;
  }
}

function textOf({ first, last }: SeqRange, to: string): string {
  return first === last ? `${first}` : `${first}${to}${last}`;
}
