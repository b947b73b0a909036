/** What one write put into the store. */
interface Written {
  readonly slot: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly setAside: number;
}

/** Each has its own condition, and is deleted when that has passed. */
interface Obstacles {
  /** A recording is half read. */
  reading?: string;
  /** Blocks cannot be written. */
  writing?: string;
  /** Every node follows another chain. */
  chain?: string;
}

/** What the indexer tells the server that stands beside it. */
export class IndexingFacts {
  /** The last slot written, 0 before the first. */
  slot = 0;
  blocks = 0;
  transactions = 0;
  quarantined = 0;
  retries = 0;
  forks = 0;
  /** Events that were not the compression program's own, see the decoder. */
  forged = 0;
  /** Time spent waiting for blocks, reading them and writing what they change. */
  readonly stageSeconds = { fetch: 0, decode: 0, write: 0 };
  /** What keeps this server from being ready, in a sentence each. */
  obstacles: Obstacles = {};
  /** What an operator should look after although requests are answered as ever. */
  warnings: readonly string[] = [];
  /** Of the thread that indexes: time it was busy, and what its objects take. */
  busySeconds = 0;
  heapBytes = 0;

  add(written: Written): void {
    this.slot = written.slot;
    this.blocks += written.blocks;
    this.transactions += written.transactions;
    this.quarantined += written.setAside;
  }

  /** Takes over what another process counted. */
  follow(facts: IndexingFacts): void {
    Object.assign(this, facts);
  }
}

const SAMPLE_MS = 2_000;
const SAMPLES = 60;

/** How fast the counter of transactions grew, a sample every two seconds over the last two minutes. */
export class RateHistory {
  readonly #samples: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(counter: () => number) {
    let last = counter();
    this.#timer = setInterval(() => {
      const now = counter();
      this.#samples.push(((now - last) * 1000) / SAMPLE_MS);
      if (this.#samples.length > SAMPLES) this.#samples.shift();
      last = now;
    }, SAMPLE_MS).unref();
  }

  /** A second, oldest first. */
  rates(): readonly number[] {
    return this.#samples;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
