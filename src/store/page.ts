import type { DataFilter, DataSlice } from "../domain/query.ts";
import type { Slot } from "../domain/values.ts";
import type { Text } from "../render/text.ts";
import type { KnownTrees } from "./read/knownTrees.ts";

export type { DataFilter, DataSlice };

/**
 * Every list is rows of (key, position, item). The position is the sort key as bytes, integers big-endian, so that the
 * byte order is the order of the list. A cursor is the position of the last item of a page.
 */
export interface PageRequest {
  readonly key: Uint8Array;
  /** Position of the last item of the page before, or null for the first page. */
  readonly after: Uint8Array | null;
  /** Only positions that start with these bytes (one mint of an owner's tokens). */
  readonly prefix?: Uint8Array | null;
  /** 0 to 1000, checked by the caller. */
  readonly limit: number;
  /** Whether the page needs the trees of its accounts. */
  readonly withTrees?: boolean;
}

export interface Page {
  /** The slot that the page describes: the last indexed one in its snapshot, or the requested one. */
  readonly slot: Slot;
  /** The last indexed slot, if the page describes an earlier one. */
  readonly head?: Slot;
  /** The items' JSON, joined by commas; empty when there are none. */
  readonly items: Text;
  readonly count: number;
  /** Rows examined to find the items, if more than the items. */
  readonly scanned?: number;
  /** Position to continue after, or null at the end of the list. */
  readonly cursor: Uint8Array | null;
  /** Null unless requested. */
  readonly trees: KnownTrees | null;
  /** False if the page was requested under a condition that did not hold in its snapshot. */
  readonly conditionMet?: boolean;
}

export interface AccountPageRequest extends PageRequest {
  readonly filters: readonly DataFilter[];
  readonly dataSlice: DataSlice | null;
}
