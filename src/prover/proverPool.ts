import {
  type CompressedProof,
  type Prover,
  ProverRefused,
  ProverUnavailable,
  type Statement,
} from "../domain/prover.ts";
import { proveRequest } from "./proveRequest.ts";
import { ProverFailed, ProverServer } from "./proverServer.ts";
import { QueueFull, SharedQueue } from "./sharedQueue.ts";

export interface ProverPoolOptions {
  /** Tried in this order: the next one is asked when one fails. */
  readonly urls: readonly URL[];
  readonly apiKey: string | null;
  /** A proof uses both of two cores, so more at a time only delay each other. */
  readonly concurrency: number;
  readonly timeoutMs?: number;
  readonly maxWaiting?: number;
}

/** The largest circuits take several seconds, and a prover may have to load a key first. */
const TIMEOUT_MS = 30_000;
const MAX_WAITING = 100;

/** Counters for metrics. */
export interface ProverCounts {
  proved: number;
  refused: number;
  failed: number;
  retried: number;
  seconds: number;
}

/** Several interchangeable provers. */
export class ProverPool implements Prover {
  readonly #servers: readonly ProverServer[];
  readonly #queue: SharedQueue<CompressedProof>;
  readonly counts: ProverCounts = {
    ...{ proved: 0, refused: 0, failed: 0, retried: 0, seconds: 0 },
  };

  constructor(options: ProverPoolOptions) {
    const { apiKey, timeoutMs = TIMEOUT_MS, concurrency } = options;
    this.#servers = options.urls.map(
      (url) => new ProverServer({ url, apiKey, timeoutMs }),
    );
    const { maxWaiting = MAX_WAITING } = options;
    this.#queue = new SharedQueue({ concurrency, maxWaiting });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  /** Null while at least one prover answers, as far as is known. */
  get trouble(): string | null {
    if (this.#servers.some(({ trouble }) => trouble === null)) return null;
    return this.#servers
      .map(({ origin, trouble }) => `${origin}: ${trouble!}`)
      .join("; ");
  }

  async prove(
    statement: Statement,
    signal: AbortSignal,
  ): Promise<CompressedProof> {
    const body = proveRequest(statement);
    try {
      return await this.#queue.ask(body, () => this.#counted(body), signal);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new ProverUnavailable("too many proofs are waiting");
      if (signal.aborted)
        throw new ProverUnavailable("the caller has disconnected");
      throw error;
    }
  }

  /** Checks the health of every prover. */
  async look(): Promise<void> {
    await Promise.allSettled(this.#servers.map((server) => server.look()));
  }

  async #counted(body: string): Promise<CompressedProof> {
    const started = performance.now();
    try {
      const proof = await this.#ask(body);
      this.counts.proved++;
      this.counts.seconds += (performance.now() - started) / 1000;
      return proof;
    } catch (error) {
      if (error instanceof ProverRefused) this.counts.refused++;
      else this.counts.failed++;
      throw error;
    }
  }

  /**
   * Asks each prover once, those without known trouble first. The first one that answers 408 or 5xx is asked a second
   * time after the others.
   */
  async #ask(body: string): Promise<CompressedProof> {
    const queue = this.#servers.toSorted(
      (a, b) => Number(a.trouble !== null) - Number(b.trouble !== null),
    );
    const reasons: string[] = [];
    let mayRetry = true;
    // The loop also reaches a server that is added meanwhile.
    for (const server of queue) {
      try {
        return await server.prove(body);
      } catch (error) {
        if (!(error instanceof ProverUnavailable)) throw error;
        reasons.push(error.message);
        if (!(error instanceof ProverFailed) || !mayRetry) continue;
        mayRetry = false;
        this.counts.retried++;
        queue.push(server);
      }
    }
    throw noAnswer(reasons);
  }
}

/** Callers do not see the provers' URLs. */
function noAnswer(reasons: readonly string[]): ProverUnavailable {
  const cause = new Error(reasons.join("; "));
  return new ProverUnavailable("no prover answers", { cause });
}
