import { RpcError } from "../../rpc/errors.ts";
import type { MaybePromise } from "../../store/page.ts";

/** Calls above this price (a page of 450) are expensive. */
const EXPENSIVE_UNITS = 10;
/** What expensive calls may take together of one turn of the event loop. */
const EXPENSIVE_MS_PER_TICK = 10;
/** Once this many expensive calls wait, or one has waited this long, further ones are sent away. */
const MOST_WAITING = 500;
const LONGEST_WAIT_MS = 1_000;
/** Once answers of any kind come this late, all calls are. */
const LATE_MS = 500;

interface Waiting {
  readonly since: number;
  readonly answer: () => void;
}

/**
 * Cheap calls are answered as they come. Expensive ones share a part of each turn of the event loop and wait in line for
 * it, so that a small request is answered in time, however much others ask for. Each method states what its calls cost.
 */
export class Overload {
  readonly #lateness = new Lateness();
  readonly #line: Waiting[] = [];
  #expensiveMs = 0;
  #turnEnds = false;
  /** Calls sent away so far. */
  shed = 0;

  /** Does the work now or in its turn; throws when there is no hope of one. */
  takeTurn = <T>(units: number, work: () => MaybePromise<T>) => {
    if (this.#lateness.ms > LATE_MS) this.#sendAway();
    if (units <= EXPENSIVE_UNITS) return work();
    if (this.#line.length === 0 && this.#expensiveMs < EXPENSIVE_MS_PER_TICK)
      return this.#timed(work);
    const now = performance.now();
    if (this.#isFull(now)) this.#sendAway();
    return new Promise<T>((resolve) => {
      const answer = (): void => {
        // Inside a promise, so that what fails is the caller's to know.
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
      this.#awaitTurnEnd();
    }
  }

  /** The line is only ever begun by calls that were timed, so somebody always waits for the end of the turn. */
  #awaitTurnEnd(): void {
    if (this.#turnEnds) return;
    this.#turnEnds = true;
    setImmediate(() => {
      this.#turnEnds = false;
      this.#expensiveMs = 0;
      this.#answerNext();
    });
  }

  /** Each is sent before the next is answered: as many large answers at a time as fit into a turn would outgrow the memory for new objects. */
  #answerNext(): void {
    if (this.#line.length === 0 || this.#expensiveMs >= EXPENSIVE_MS_PER_TICK)
      return;
    this.#line.shift()!.answer();
    // Sending is what promises wait to do; a tick asked for by the first of them comes after the last.
    queueMicrotask(() => {
      process.nextTick(() => {
        this.#answerNext();
      });
    });
  }

  #isFull(now: number): boolean {
    const [first] = this.#line;
    return (
      this.#line.length >= MOST_WAITING ||
      (first !== undefined && now - first.since > LONGEST_WAIT_MS)
    );
  }

  #sendAway(): never {
    this.shed++;
    throw new RpcError("unavailable", OVERLOADED);
  }
}

const OVERLOADED = "overloaded, try again later or ask for smaller pages";

const SAMPLE_MS = 20;
/** Of the newest sample. */
const WEIGHT = 0.1;
/** One turn counts for no more than this, so that a single long one is no overload. */
const MOST_OF_A_TURN_MS = 800;

/** How late the event loop is, which is how long any request waits to be read. */
class Lateness {
  #due = performance.now() + SAMPLE_MS;
  readonly #timer: NodeJS.Timeout;
  ms = 0;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      const late = Math.min(MOST_OF_A_TURN_MS, Math.max(0, now - this.#due));
      // Smoothed, because one long turn is over when it is noticed; only lateness that lasts is overload.
      this.ms += (late - this.ms) * WEIGHT;
      this.#due = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
