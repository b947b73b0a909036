import type { Reading } from "./connection.ts";
import type { ReadyIndexes } from "./filterIndexes/readiness.ts";
import type { MaybePromise } from "./maybePromise.ts";
import type { BlockHeader } from "../domain/block.ts";
import type { Slot } from "../domain/values.ts";
import type { SlotWatch } from "./slotWatch.ts";

/** The newest block; slot 0 while there is none. */
export type NewestBlock = Pick<BlockHeader, "slot" | "blockTime">;

/** What methods read from. Each single statement sees one snapshot. */
export interface Reader extends Reading {
  /** Runs several statements on one snapshot. */
  snapshot<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
  /**
   * The same reader, whose statements are cancelled when the signal aborts. It reads from a server that has the slot, if
   * one is known. Missing where there is one server and statements are short.
   */
  until?(signal: AbortSignal, slot?: Slot): Reader;
  /** Waits for slots. */
  readonly slots: SlotWatch;
  /**
   * Calls back with the newest block when it changes, until the returned function is called. Missing where readers look
   * for it themselves.
   */
  onHead?(listener: (head: NewestBlock) => void): () => void;
  /** Pages answered from the page cache. Missing where there is none. */
  pageCacheHits?(): number;
  /** The damage that reading the store's file has shown, until the process ends. SQLite only. */
  damage?(): string | null;
  /** The filter indexes that were last seen ready. */
  readonly readyIndexes: ReadyIndexes;
  close(): MaybePromise<void>;
}
