import { orAborted } from "./abort.ts";
import type { Lost, Notification, Sink } from "./connection.ts";

/** Changes that wait for a slow consumer. Beyond this, the subscription ends and is continued later. */
const MAX_CHANGES = 100;
const MAX_ITEMS = 10_000;

/** In place of a WebSocket's close code: this client ends the subscription. */
export const SLOW = 0;

/** Buffers the notifications of a subscription, with the parts of a change joined. */
export class Inbox implements Sink {
  readonly #changes: Notification[] = [];
  #parts: Notification[] = [];
  #items = 0;
  #lost: Lost | null = null;
  #arrived = Promise.withResolvers<undefined>();

  receive(part: Notification): void {
    if (this.#lost) return;
    this.#parts.push(part);
    if (part.value.more) return;
    const change = join(this.#parts);
    this.#parts = [];
    const full =
      this.#changes.length >= MAX_CHANGES || this.#items >= MAX_ITEMS;
    if (full) {
      this.lost({ code: SLOW, reason: "the consumer is slow" });
      return;
    }
    this.#changes.push(change);
    this.#items += sizeOf(change);
    this.#arrived.resolve(undefined);
  }

  lost(why: Lost): void {
    this.#lost ??= why;
    this.#parts = [];
    this.#arrived.resolve(undefined);
  }

  /** The next change, or why there is none. Changes that arrived before the end come first. */
  async next(signal: AbortSignal): Promise<Notification | Lost> {
    for (;;) {
      const change = this.#changes.shift();
      if (change) this.#items -= sizeOf(change);
      const found = change ?? this.#lost;
      if (found) return found;
      this.#arrived = Promise.withResolvers();
      await orAborted(this.#arrived.promise, signal);
    }
  }
}

const sizeOf = ({ value }: Notification) =>
  value.removed.length + value.added.length;

function join(parts: readonly Notification[]): Notification {
  const last = parts.at(-1)!;
  if (parts.length === 1) return last;
  const removed = parts.flatMap(({ value }) => value.removed);
  const added = parts.flatMap(({ value }) => value.added);
  const undone = parts.some(({ value }) => value.undone);
  return {
    context: last.context,
    value: { removed, added, undone, more: false },
  };
}
