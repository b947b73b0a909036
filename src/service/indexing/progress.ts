import type { Written } from "../../ingest/run.ts";
import type { BlockSource } from "../../ingest/source/source.ts";
import type { Reporter } from "../reporter.ts";

/** Counts written blocks and reports the progress. */
export class Progress {
  readonly #source: Pick<BlockSource, "progress">;
  readonly #reporter: Reporter;
  readonly #started = performance.now();
  /** The source's position at the first batch: a resumed run must not count what it skipped. */
  #startedAt: number | null = null;
  #totals = { blocks: 0, transactions: 0, setAside: 0 };
  /** The counts about a second ago, so that rates describe the present and not the whole run. */
  #mark = { ms: this.#started, blocks: 0, transactions: 0 };
  #rates = { blocks: 0, transactions: 0 };

  constructor(source: Pick<BlockSource, "progress">, reporter: Reporter) {
    this.#source = source;
    this.#reporter = reporter;
  }

  add({ slot, ...counts }: Written): void {
    const { blocks, transactions, setAside } = this.#totals;
    this.#totals = {
      blocks: blocks + counts.blocks,
      transactions: transactions + counts.transactions,
      setAside: setAside + counts.setAside,
    };
    this.#measure();
    const { at, of } = this.#source.progress();
    this.#startedAt ??= at;
    const facts = {
      ...{ slot, at, of, share: of > 0 ? at / of : 1, ...this.#totals },
      blocksPerSecond: this.#rates.blocks,
      transactionsPerSecond: this.#rates.transactions,
      secondsLeft: Math.ceil(this.#secondsLeft(at, of)),
    };
    const line = this.#describe(slot, at, of);
    this.#reporter.status("indexing", facts, line);
  }

  totals() {
    return this.#totals;
  }

  summary(): string {
    const { blocks, transactions, setAside } = this.#totals;
    const aside =
      setAside === 0
        ? "nothing set aside"
        : `${setAside} set aside (see tachyon quarantine)`;
    const seconds = this.#seconds().toFixed(1);
    return `${counted(blocks, "block")} with ${counted(transactions, "compression transaction")} in ${seconds} s, ${aside}`;
  }

  #describe(slot: number, at: number, of: number): string {
    const left = this.#secondsLeft(at, of);
    const { setAside } = this.#totals;
    const share = of > 0 ? Math.floor((100 * at) / of) : 100;
    return [
      `slot ${slot}`,
      `${share}%`,
      `${this.#rates.blocks} blocks/s`,
      `${this.#rates.transactions} transactions/s`,
      ...(left > 0 ? [`about ${duration(left)} left`] : []),
      ...(setAside > 0 ? [`${setAside} set aside`] : []),
    ].join(" · ");
  }

  #measure(): void {
    const ms = performance.now();
    const seconds = (ms - this.#mark.ms) / 1000;
    const first = this.#mark.ms === this.#started;
    if (!first && seconds < 1) return;
    const { blocks, transactions } = this.#totals;
    this.#rates = {
      blocks: Math.round((blocks - this.#mark.blocks) / seconds),
      transactions: Math.round(
        (transactions - this.#mark.transactions) / seconds,
      ),
    };
    if (seconds >= 1) this.#mark = { ms, blocks, transactions };
  }

  #seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  #secondsLeft(at: number, of: number): number {
    const done = at - (this.#startedAt ?? at);
    return done > 0 ? ((of - at) / done) * this.#seconds() : 0;
  }
}

export function counted(
  count: number,
  thing: string,
  things = `${thing}s`,
): string {
  return `${count} ${count === 1 ? thing : things}`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
