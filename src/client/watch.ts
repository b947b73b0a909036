import { METHODS } from "./api.ts";
import { pause, pauseAfter } from "./abort.ts";
import { withBigints } from "./bigints.ts";
import {
  type BlockContext,
  ConnectionLost,
  type Notification,
} from "./connection.ts";
import { TachyonError } from "./error.ts";
import { Inbox, SLOW } from "./inbox.ts";
import type { Link } from "./link.ts";
import type { ItemOf, ListName } from "./lists.ts";

/** What blocks changed in a list: taking `removed` out and putting `added` in gives the list at `context`. */
export interface Change<Item> {
  readonly context: BlockContext;
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
  /** Blocks were undone: `context` is the newest block that remains. */
  readonly undone: boolean;
  /**
   * True for the first change, and for a later one if the server could not continue after the last: read the list at
   * `context` again, because the changes that follow belong to it.
   */
  readonly restarted: boolean;
}

export interface WatchOptions {
  /** The context of the last change that was seen: everything since follows. */
  readonly from?: BlockContext;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Called when the connection is lost; it is opened again. */
  readonly onLost?: (why: string) => void;
}

export interface Watched<M extends ListName> {
  readonly link: Link;
  readonly method: M;
  readonly params: object;
  readonly options: WatchOptions;
}

const NOT_KEPT = -32011;
const POLICY_VIOLATION = 1008;
const SERVICE_RESTART = 1012;

/** Yields the changes of a list, across lost connections and restarts of the server, until the signal aborts. */
export async function* followList<M extends ListName>(
  { link, method, params, options }: Watched<M>,
  signal: AbortSignal,
): AsyncGenerator<Change<ItemOf<M>>> {
  let from: BlockContext | null = options.from ?? null;
  for (let failures = 0; ;) {
    const inbox = new Inbox();
    let end = (): void => undefined;
    try {
      let restarted = from === null;
      const list = { method, params, ...(from && { from }) };
      end = await link.subscribe(list, inbox, signal);
      for (let first = true; ; first = false) {
        const next = await inbox.next(signal);
        if (!("context" in next)) throw new ConnectionLost(next);
        failures = 0;
        from = next.context;
        // The first one repeats `from`.
        if (!first || restarted) yield typed(method, next, restarted);
        restarted = false;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw explained(method, error);
      if (isRestart(error)) from = null;
      if (!isSlow(error)) {
        options.onLost?.((error as Error).message);
        await pause(pauseAfter(failures++), signal);
      }
    } finally {
      end();
    }
  }
}

function typed<M extends ListName>(
  method: M,
  { context, value }: Notification,
  restarted: boolean,
): Change<ItemOf<M>> {
  const { removed, added, undone } = value;
  const items = (list: readonly unknown[]) => exact(method, list);
  return {
    ...{ context, undone, restarted },
    removed: items(removed) as ItemOf<M>[],
    added: items(added) as ItemOf<M>[],
  };
}

/** Items with bigints in the same fields as in an answer of the method. */
function exact(
  method: ListName,
  items: readonly unknown[],
): readonly unknown[] {
  const { list, bigints } = METHODS[method];
  withBigints({ value: { [list!]: items } }, bigints);
  return items;
}

/** The request is wrong, or the key is: trying again would not help. */
function isFinal(error: unknown): boolean {
  if (error instanceof ConnectionLost)
    return error.why.code === POLICY_VIOLATION;
  if (!(error instanceof TachyonError)) return false;
  return [401, 403, 404, -32600, -32601, -32602].includes(error.code);
}

function explained(method: string, error: unknown): unknown {
  if (!(error instanceof ConnectionLost)) return error;
  const { code, reason } = error.why;
  return new TachyonError(method, code, reason);
}

/** The server cannot continue: the list has to be read again. */
function isRestart(error: unknown): boolean {
  if (error instanceof ConnectionLost)
    return error.why.code === SERVICE_RESTART;
  return error instanceof TachyonError && error.code === NOT_KEPT;
}

function isSlow(error: unknown): boolean {
  return error instanceof ConnectionLost && error.why.code === SLOW;
}

/** An iterator over a generator that ends at once when it is returned from, also while it waits for a change. */
export function stoppable<T>(
  generate: (signal: AbortSignal) => AsyncGenerator<T>,
  outer: readonly (AbortSignal | undefined)[],
): AsyncIterableIterator<T> {
  const stop = new AbortController();
  const others = outer.filter((signal) => signal !== undefined);
  const items = generate(AbortSignal.any([stop.signal, ...others]));
  return {
    next: () => items.next(),
    return: () => {
      stop.abort();
      return items.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
