import type { Written } from "../ingest/run.ts";
import type { BlockSource } from "../ingest/source/source.ts";
import type { Screen } from "./screen.ts";

/** Counts what is written and says how far along it is. */
export class Progress {
  readonly #source: BlockSource;
  readonly #screen: Screen;
  readonly #started = performance.now();
  /** Where the source stood at the first batch: a resumed run must not count what it skipped. */
  #startedAt: number | null = null;
  #blocks = 0;
  #transactions = 0;
  #setAside = 0;

  constructor(source: BlockSource, screen: Screen) {
    this.#source = source;
    this.#screen = screen;
  }

  add({ slot, blocks, transactions, setAside }: Written): void {
    const { at, of } = this.#source.progress();
    this.#startedAt ??= at;
    this.#blocks += blocks;
    this.#transactions += transactions;
    this.#setAside += setAside;
    const seconds = this.#seconds();
    const rate = Math.round(this.#transactions / seconds);
    const share = of > 0 ? Math.floor((100 * at) / of) : 100;
    const left = this.#secondsLeft(at, of);
    const text = [
      `slot ${slot}`,
      `${share}%`,
      `${rate} transactions/s`,
      left > 0 ? `about ${duration(left)} left` : null,
      this.#setAside > 0 ? `${this.#setAside} set aside` : null,
    ];
    this.#screen.status(text.filter((part) => part !== null).join(" · "), {
      slot,
      ...this.totals(),
    });
  }

  totals() {
    return {
      blocks: this.#blocks,
      transactions: this.#transactions,
      setAside: this.#setAside,
    };
  }

  summary(): string {
    const { blocks, transactions, setAside } = this.totals();
    const aside =
      setAside === 0
        ? "nothing set aside"
        : `${setAside} set aside (see tachyon quarantine)`;
    return `${blocks} blocks with ${transactions} compression transactions in ${this.#seconds().toFixed(1)} s, ${aside}`;
  }

  #seconds(): number {
    return Math.max((performance.now() - this.#started) / 1000, 0.001);
  }

  #secondsLeft(at: number, of: number): number {
    const done = at - (this.#startedAt ?? at);
    return done > 0 ? ((of - at) / done) * this.#seconds() : 0;
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
