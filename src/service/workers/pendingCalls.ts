import { setTimeout as sleep } from "node:timers/promises";

/** Calls to another process that await a response, by call id. */
export class PendingCalls<T> {
  readonly #waiting = new Map<number, (answer: T) => void>();
  #last = 0;

  /** Null if no response arrives in time. */
  async ask(
    send: (callId: number) => void,
    limitMs: number,
  ): Promise<T | null> {
    const callId = ++this.#last;
    const answered = new AbortController();
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#waiting.set(callId, resolve);
    send(callId);
    const { signal } = answered;
    const late = sleep(limitMs, null, { signal, ref: false }).catch(() => null);
    const answer = await Promise.race([promise, late]);
    this.#waiting.delete(callId);
    answered.abort();
    return answer;
  }

  answer(callId: number, answer: T): void {
    this.#waiting.get(callId)?.(answer);
  }
}
