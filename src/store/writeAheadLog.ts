import { once } from "node:events";
import { statSync } from "node:fs";
import { extname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Twice what it comes to when it can be begun anew whenever that is due. */
export const LONGEST_LOG = 512 * 2 ** 20;

/** Changed rows, mostly one page each, after which it is written back: the more, the more often a page has changed again by then. */
const ROWS_DUE = 24_000;

/** Longer than a turn of a process that answers requests. */
const READERS_TURN_MS = 25;

/** The program is TypeScript where it is developed and JavaScript where it was built. */
const THREAD = new URL(
  `./logThread${extname(import.meta.filename)}`,
  import.meta.url,
);

/**
 * Pages that transactions have changed are in a log until they are written back to the file. The engine would do that in
 * a commit, for a quarter of a second in which its thread answers nobody and writes nothing else: here a thread of its
 * own does it beside. Begun anew the log is by the engine, at a commit that finds all of it written back and nobody
 * reading from it.
 */
export class WriteAheadLog {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #longest: number;
  #thread: Worker | null = null;
  #writingBack: Promise<unknown> | null = null;
  #rows = 0;

  constructor(path: string, db: DatabaseSync, longest: number) {
    this.#path = path;
    this.#db = db;
    this.#longest = longest;
  }

  /** To be told of every row that is changed. */
  changed(rows: number): void {
    this.#rows += rows;
  }

  /** To be called after a transaction. */
  writeBackIfDue(): void {
    if (this.#rows < ROWS_DUE || this.#writingBack) return;
    this.#rows = 0;
    const thread = (this.#thread ??= this.#start());
    thread.ref();
    thread.postMessage("write back");
    // What it may die of needs no telling: the writer comes upon the same when the log is too long.
    this.#writingBack = once(thread, "message")
      .catch(() => undefined)
      .finally(() => {
        thread.unref();
        this.#writingBack = null;
      });
  }

  /**
   * To be called before a transaction. Of many busy readers somebody always reads from the log, so that it would only
   * ever grow. Here it is written back when they have all taken a snapshot since the last transaction; the snapshots
   * they take next are of the file, not of the log.
   */
  async shorten(): Promise<void> {
    // Ends what this very process reads in this turn.
    await nextTurn();
    const log = statSync(`${this.#path}-wal`, { throwIfNoEntry: false });
    if (!log || log.size <= this.#longest) return;
    await this.#writingBack;
    this.#db.exec("pragma wal_checkpoint(passive)");
    await sleep(READERS_TURN_MS);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = null;
    thread.ref();
    thread.postMessage("end");
    await once(thread, "exit").catch(() => undefined);
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#path });
    thread.on("error", () => {
      if (this.#thread === thread) this.#thread = null; // another one may fare better
    });
    return thread;
  }
}
