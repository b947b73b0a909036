import { RpcError } from "../../rpc/errors.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";

/** Calls above this price (a page of 450) are expensive. */
const EXPENSIVE_UNITS = 10;
/** Time that all expensive calls together may take of one tick of the event loop. */
const EXPENSIVE_MS_PER_TICK = 10;
/** Once this many expensive calls wait, or one has waited this long, further ones are refused. */
const MAX_WAITING = 500;
const LONGEST_WAIT_MS = 1_000;
/** Once the event loop is this late, all calls are refused. */
const LATE_MS = 500;

interface Waiting {
  readonly since: number;
  readonly answer: () => void;
}

/**
 * Cheap calls run immediately. Expensive ones queue for a part of each tick of the event loop, so that small requests
 * are answered promptly under any load. Each method states what its calls cost.
 */
export class Overload {
  readonly #lateness = new Lateness();
  readonly #line: Waiting[] = [];
  #expensiveMs = 0;
  #tickEndAwaited = false;
  /** Calls refused so far. */
  shed = 0;

  /** Runs the work now or after queueing; throws if it is refused. */
  takeTurn = <T>(units: number, work: () => MaybePromise<T>) => {
    if (this.#lateness.ms > LATE_MS) this.#refuse();
    if (units <= EXPENSIVE_UNITS) return work();
    if (this.#line.length === 0 && this.#expensiveMs < EXPENSIVE_MS_PER_TICK)
      return this.#timed(work);
    const now = performance.now();
    if (this.#isFull(now)) this.#refuse();
    return new Promise<T>((resolve) => {
      const answer = (): void => {
        // Inside a promise, so that a failure rejects for the caller.
        resolve(
          new Promise((done) => {
            done(this.#timed(work));
          }),
        );
      };
      this.#line.push({ since: now, answer });
    });
  };

  stop(): void {
    this.#lateness.stop();
  }

  #timed<T>(work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.#expensiveMs += performance.now() - started;
      this.#awaitTickEnd();
    }
  }

  /**
   * Calls queue only after one has been timed, so the end of the tick is always scheduled while the queue is not empty.
   */
  #awaitTickEnd(): void {
    if (this.#tickEndAwaited) return;
    this.#tickEndAwaited = true;
    setImmediate(() => {
      this.#tickEndAwaited = false;
      this.#expensiveMs = 0;
      this.#answerNext();
    });
  }

  /** Each answer is sent before the next call runs: all large answers of a tick together would outgrow the young generation. */
  #answerNext(): void {
    if (this.#line.length === 0 || this.#expensiveMs >= EXPENSIVE_MS_PER_TICK)
      return;
    this.#line.shift()!.answer();
    // Let pending promise callbacks send the answer before starting the next call.
    queueMicrotask(() => {
      process.nextTick(() => {
        this.#answerNext();
      });
    });
  }

  #isFull(now: number): boolean {
    const [first] = this.#line;
    return (
      this.#line.length >= MAX_WAITING ||
      (first !== undefined && now - first.since > LONGEST_WAIT_MS)
    );
  }

  #refuse(): never {
    this.shed++;
    throw new RpcError("unavailable", OVERLOADED);
  }
}

const OVERLOADED = "overloaded, try again later or ask for smaller pages";

const SAMPLE_MS = 20;
/** Weight of the newest sample in the average. */
const WEIGHT = 0.1;
/** One tick counts for at most this much, so that a single long one does not count as overload. */
const MAX_SAMPLE_MS = 800;

/** The delay of the event loop: the time a request waits before it is read. */
class Lateness {
  #due = performance.now() + SAMPLE_MS;
  readonly #timer: NodeJS.Timeout;
  ms = 0;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      const late = Math.min(MAX_SAMPLE_MS, Math.max(0, now - this.#due));
      // Smoothed: one long tick is over by the time it is noticed, only lasting lateness is overload.
      this.ms += (late - this.ms) * WEIGHT;
      this.#due = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
