import type { Slot } from "./values.ts";

/** The block after which a list is described. A slot alone does not name it: a fork can replace the block. */
export interface BlockContext {
  readonly slot: Slot;
  readonly blockhash: string;
}

/**
 * What blocks changed in one list. Taking `removed` out of the list and putting `added` in gives the list at `context`.
 * Items are the JSON that the list's method renders.
 */
export interface ListChange {
  readonly context: BlockContext;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Whether blocks were undone: `context` is then the newest block that remains. */
  readonly undone: boolean;
  /** Whether more parts of the same change follow. */
  readonly more: boolean;
  /**
   * Names the change: the number of its log entry and of its part, for example "1234" or "1234-2". The same change has
   * the same id whenever it is read.
   */
  readonly id: string;
}

/** A list as callers name it: the parameters are those of the method, without cursor, limit and atSlot. */
export interface WatchedList {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The changes of lists, in the order of the chain. */
export interface ListChanges {
  /**
   * Yields the changes after `from`, or an empty one at the newest block first if `from` is null, and then waits for
   * further blocks until the signal aborts. After 10 seconds without a change it yields an empty one at the newest
   * block, so that the consumer's position stays within what is kept. Reads no faster than the consumer. Throws an
   * RpcError if the parameters are wrong, or if `from` is unknown or no longer kept.
   */
  follow(
    list: WatchedList,
    from: BlockContext | null,
    signal: AbortSignal,
  ): AsyncIterable<ListChange>;
}
