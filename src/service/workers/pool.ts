import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Reporter } from "../reporter.ts";
import { STORE_VARIABLE } from "../../settings/environment.ts";
import { UsageError } from "../../settings/usageError.ts";
import type { PrimaryState } from "./primaryState.ts";
import type { Ready, ToWorker, WorkerCommand } from "./messages.ts";
import { sendTo } from "./sendTo.ts";

export interface PoolOptions {
  readonly count: number;
  /** The store the workers serve. */
  readonly url: string;
  readonly reporter: Reporter;
  /** State that the workers share. */
  readonly primary: PrimaryState;
}

/**
 * Limits the young generation of the heap. A worker keeps almost no objects. At V8's default size it does not fit the
 * CPU caches: cached pages of 1000 took half as long again, and the worker needed 120 MB more.
 */
const SMALL_YOUNG_GENERATION = "--max-semi-space-size=8";

/** Helper threads do not make it faster, and when they wait for a core, every request waits for them. */
const SINGLE_THREADED_GC = "--no-parallel-scavenge";

const PUBLISH_EVERY_MS = 1_000;

/** Pause between attempts to start a worker that keeps failing. */
const LONGEST_PAUSE_MS = 30_000;

/** After this many failures the reload ends and the old workers stay. */
const RELOAD_TRIES = 3;

/** Processes that answer requests on one port. A worker that ends unexpectedly is replaced. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #serving = new Set<Worker>();
  /** Workers that are being started, or will be retried after a failure. */
  #starting = 0;
  #closing = false;
  #reloading: Promise<void> = Promise.resolve();
  #nextReload: Promise<void> | null = null;
  #facts: NodeJS.Timeout | undefined;

  private constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Ready when every worker listens. */
  static async start(
    options: PoolOptions,
  ): Promise<{ pool: WorkerPool; base: string }> {
    // Workers take connections from the system themselves: nothing goes through the first process.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      execArgv: [
        ...process.execArgv,
        SMALL_YOUNG_GENERATION,
        SINGLE_THREADED_GC,
      ],
    });
    const pool = new WorkerPool(options);
    const first = await pool.#add().catch((cause: unknown) => {
      const what = "the first worker could not start; its output is above";
      throw new UsageError(what, { cause });
    });
    pool.#facts = setInterval(() => {
      pool.#sendTo(options.primary.factsUpdate());
    }, PUBLISH_EVERY_MS);
    const others = Array.from({ length: options.count - 1 }, () =>
      pool.#start(1),
    );
    await Promise.all(others);
    return { pool, base: first.base };
  }

  /**
   * Replaces each worker by a new one without interrupting requests. A reload requested during another one runs after
   * it; all requests until then share that one.
   */
  reload(): Promise<void> {
    this.#nextReload ??= this.#reloading
      .catch(() => undefined)
      .then(() => {
        this.#nextReload = null;
        this.#reloading = this.#reloadEach();
        return this.#reloading;
      });
    return this.#nextReload;
  }

  async #reloadEach(): Promise<void> {
    for (const old of [...this.#serving]) {
      // One that died meanwhile has already been replaced.
      if (this.#closing || !this.#serving.has(old)) continue;
      await this.#start(RELOAD_TRIES);
      if (this.#serving.has(old)) this.#dismiss(old, "drain");
      this.#fill(); // the new one may have stood in for another that died
    }
  }

  /** Notifies the workers of written blocks. */
  announceBlocks(): void {
    this.#sendTo({ kind: "blocks" });
  }

  /** For `drainMs`, the workers still answer but report that they are not ready. */
  async close(drainMs = 0): Promise<void> {
    this.#closing = true;
    clearInterval(this.#facts);
    this.#sendTo("retire");
    await sleep(drainMs);
    const gone = [...this.#serving].map((worker) => {
      const exit = once(worker, "exit");
      this.#dismiss(worker, "stop");
      return exit;
    });
    await Promise.all(gone);
  }

  async #add(): Promise<Ready> {
    const { url } = this.#options;
    const worker = cluster.fork({ [STORE_VARIABLE]: url });
    const ready = await whenReady(worker);
    if (this.#closing) {
      sendTo(worker, "stop");
      return ready;
    }
    this.#serving.add(worker);
    this.#options.primary.join(worker);
    worker.once("exit", (code, signal) => {
      if (!this.#serving.delete(worker)) return;
      const how = signal || `code ${code}`;
      this.#options.reporter.warn(`a worker ended (${how}) and is replaced`);
      this.#fill();
    });
    return ready;
  }

  /** Starts missing workers, unless they are being started already. */
  #fill(): void {
    const { count } = this.#options;
    while (!this.#closing && this.#serving.size + this.#starting < count)
      void this.#start().catch(() => undefined); // only when it closes
  }

  /** Retries with pauses until a worker listens. Fails after `tries` attempts or when the pool closes. */
  async #start(tries = Infinity): Promise<void> {
    this.#starting++;
    try {
      for (let pause = 1_000; ; pause *= 2) {
        try {
          await this.#add();
          return;
        } catch (error) {
          if (this.#closing || --tries === 0) throw error;
          this.#options.reporter.error(
            { err: error },
            "a worker did not start",
          );
          await sleep(Math.min(pause, LONGEST_PAUSE_MS));
        }
      }
    } finally {
      this.#starting--;
      this.#fill();
    }
  }

  #sendTo(message: ToWorker): void {
    for (const worker of this.#serving) sendTo(worker, message);
  }

  #dismiss(worker: Worker, command: WorkerCommand): void {
    this.#serving.delete(worker);
    sendTo(worker, command);
  }
}

/** Rejects if the worker ends first. */
function whenReady(worker: Worker): Promise<Ready> {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  worker.once("message", resolve);
  worker.once("exit", (code) => {
    reject(new Error(`it ended with code ${code} before it listened`));
  });
  return promise;
}
