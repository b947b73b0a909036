import type { DataFilter, DataSlice } from "../domain/query.ts";
import type { Slot } from "../domain/values.ts";
import type { Text } from "../render/text.ts";
import type { KnownTrees } from "./read/knownTrees.ts";

export type { DataFilter, DataSlice };

/** The embedded engine answers at once, a server engine later; awaiting either is right. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Every list is rows of (key, position, item). The position is the sort key as bytes, integers big-endian, so that the
 * order of the bytes is the order of the list; a cursor is the position of the last item a page showed.
 */
export interface PageRequest {
  readonly key: Uint8Array;
  /** Position of the last item seen, or null for the first page. */
  readonly after: Uint8Array | null;
  /** Only positions that start with these bytes (one mint of an owner's tokens). */
  readonly prefix?: Uint8Array | null;
  /** 0…1000, checked by the caller. */
  readonly limit: number;
  /** Whether the page needs the trees of its accounts. */
  readonly withTrees?: boolean;
}

export interface Page {
  /** The last indexed slot in the snapshot the items were read from. */
  readonly slot: Slot;
  /** The items' JSON, joined by commas; empty when there are none. */
  readonly items: Text;
  readonly count: number;
  /** Rows looked at to find them, when that is more than the count. */
  readonly scanned?: number;
  /** Position to continue after, or null at the end of the walk. */
  readonly cursor: Uint8Array | null;
  /** Null unless they were asked for. */
  readonly trees: KnownTrees | null;
}

export interface AccountPageRequest extends PageRequest {
  readonly filters: readonly DataFilter[];
  readonly dataSlice: DataSlice | null;
}
