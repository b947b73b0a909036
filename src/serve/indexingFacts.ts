import { noWebhooks, type WebhookCounts } from "../domain/webhookCounts.ts";

/** What one write put into the store. */
interface Written {
  readonly slot: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly setAside: number;
}

/** Each has its own condition and is deleted when the condition ends. */
interface Obstacles {
  /** A recording is half read. */
  reading?: string;
  /** Blocks cannot be written. */
  writing?: string;
  /** Every node follows another chain. */
  chain?: string;
}

/** The state that the indexer reports to the server of its service. */
export class IndexingFacts {
  /** The last slot written, 0 before the first. */
  slot = 0;
  blocks = 0;
  transactions = 0;
  quarantined = 0;
  retries = 0;
  forks = 0;
  /** Events that the compression program did not log; see the decoder. */
  forged = 0;
  /** Time spent waiting for blocks, decoding them and writing their changes. */
  readonly stageSeconds = { fetch: 0, decode: 0, write: 0 };
  /** Why this server is not ready, one sentence each. */
  obstacles: Obstacles = {};
  /** The damage of the store that any process of the service has seen. It stays until the service is restarted. */
  storeDamage: string | null = null;
  /** Problems that need attention although requests are answered normally. */
  warnings: readonly string[] = [];
  /** Of the indexer thread: its busy time and the memory of its objects. */
  busySeconds = 0;
  heapBytes = 0;
  webhooks: WebhookCounts = noWebhooks();

  add(written: Written): void {
    this.slot = written.slot;
    this.blocks += written.blocks;
    this.transactions += written.transactions;
    this.quarantined += written.setAside;
  }

  /** Adopts the counts of another process. */
  follow(facts: IndexingFacts): void {
    const storeDamage = this.storeDamage ?? facts.storeDamage;
    Object.assign(this, facts, { storeDamage });
  }
}

const SAMPLE_MS = 2_000;
const SAMPLES = 60;

/** The growth of the transaction counter, sampled every two seconds over the last two minutes. */
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

  /** Per second, oldest first. */
  rates(): readonly number[] {
    return this.#samples;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
