import { setTimeout as sleep } from "node:timers/promises";
import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import { pauseAfter } from "../node/retry.ts";
import type { Newest } from "../source.ts";
import type { Subscribe } from "./subscribe.ts";

export interface LiveOptions {
  readonly subscribe: Subscribe;
  readonly firstPauseMs?: number;
  readonly onTrouble?: (error: Error, pauseMs: number) => void;
}

/**
 * The number of blocks that may wait to be read. Beyond it the stream is paused, which applies back-pressure to the
 * server.
 */
const MAX_WAITING = 256;

/** The blocks of a stream, which is connected again whenever it breaks, until the signal aborts. */
export class LiveBlocks {
  readonly #options: LiveOptions;
  readonly #signal: AbortSignal;
  readonly #waiting: Block[] = [];
  #wake = Promise.withResolvers<null>();
  #last: Slot;
  /** The newest block received since the stream was last connected. */
  #newest: Newest | null = null;

  constructor(after: Slot, options: LiveOptions, signal: AbortSignal) {
    this.#last = after;
    this.#options = options;
    this.#signal = signal;
    void this.#run();
  }

  get newest(): Newest | null {
    return this.#newest;
  }

  /** The next block above `last`, without removing it. Blocks at or below `last` are dropped. */
  peek(last: Slot): Block | undefined {
    this.#last = Math.max(last, this.#last);
    while (this.#waiting[0] && this.#waiting[0].slot <= last) this.take();
    return this.#waiting[0];
  }

  take(): Block | undefined {
    this.#changed();
    return this.#waiting.shift();
  }

  /** Resolves when there is a block to look at, or after `ms`. */
  async arrival(ms: number): Promise<void> {
    const over = new AbortController();
    const late = sleep(ms, undefined, { signal: over.signal });
    late.catch(() => undefined);
    await Promise.race([this.#wake.promise, late]);
    over.abort();
  }

  async #run(): Promise<void> {
    let replay = true;
    for (let failures = 0; !this.#signal.aborted; failures++) {
      try {
        const from = replay ? this.#last + 1 : null;
        for await (const block of this.#options.subscribe(from, this.#signal)) {
          failures = 0;
          await this.#add(block);
        }
      } catch (error) {
        // The server may no longer have the slot, or not support replay. The node then supplies the missing blocks.
        if (!this.#newest) replay = !replay;
        this.#newest = null;
        await this.#pause(error as Error, failures);
      }
    }
  }

  async #add(block: Block): Promise<void> {
    this.#waiting.push(block);
    this.#last = Math.max(this.#last, block.slot);
    this.#newest = { slot: block.slot, heardAt: Date.now() };
    this.#changed();
    while (this.#waiting.length >= MAX_WAITING && !this.#signal.aborted)
      await this.arrival(1_000);
  }

  async #pause(error: Error, failures: number): Promise<void> {
    if (this.#signal.aborted) return;
    const { firstPauseMs = 500, onTrouble } = this.#options;
    const limits = { firstPauseMs, longestPauseMs: 30_000 };
    const pause = pauseAfter(error, failures, limits);
    onTrouble?.(error, pause);
    await sleep(pause, undefined, { signal: this.#signal }).catch(
      () => undefined,
    );
  }

  #changed(): void {
    this.#wake.resolve(null);
    this.#wake = Promise.withResolvers<null>();
  }
}
