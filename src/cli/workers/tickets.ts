import { setTimeout as sleep } from "node:timers/promises";

/** Questions to another process, by the number their answers come back with. */
export class Tickets<T> {
  readonly #waiting = new Map<number, (answer: T) => void>();
  #last = 0;

  /** Null when no answer comes in time. */
  async ask(
    send: (ticket: number) => void,
    limitMs: number,
  ): Promise<T | null> {
    const ticket = ++this.#last;
    const answered = new AbortController();
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#waiting.set(ticket, resolve);
    send(ticket);
    const { signal } = answered;
    const late = sleep(limitMs, null, { signal, ref: false }).catch(() => null);
    const answer = await Promise.race([promise, late]);
    this.#waiting.delete(ticket);
    answered.abort();
    return answer;
  }

  answer(ticket: number, answer: T): void {
    this.#waiting.get(ticket)?.(answer);
  }
}
