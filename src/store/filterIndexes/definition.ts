import { mapKey } from "../../codecs/bytes.ts";
import type { Address } from "../../domain/values.ts";
import type { DataWindow } from "../../domain/query.ts";
import type { Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import { filterIndexes } from "../schema/tables.ts";

/** Each block updates `building` and `ready` indexes. Only `ready` ones are read. A `dropped` one is being removed. */
export const IndexState = { Building: 0, Ready: 1, Dropped: 2 } as const;
export type IndexState = (typeof IndexState)[keyof typeof IndexState];

export interface FilterIndex extends DataWindow {
  /** Never reused, so that rows of a dropped index cannot be mistaken for rows of a new one. */
  readonly id: number;
  readonly state: IndexState;
  /** The hash up to which existing accounts have been added to the index. */
  readonly builtTo: Uint8Array;
}

/** The key of the list of accounts with these bytes in the window. */
export function listKey(id: number, window: Uint8Array): Uint8Array {
  const key = Buffer.allocUnsafe(4 + window.length);
  key.writeUInt32BE(id);
  key.set(window, 4);
  return key;
}

/** Null for data that ends within the window: no filter on the window matches it. */
export function listKeyOf(
  { id, offset, length }: FilterIndex,
  data: Uint8Array | null,
): Uint8Array | null {
  if (!data || data.length < offset + length) return null;
  return listKey(id, data.subarray(offset, offset + length));
}

/** The indexes that a batch of blocks has to update. */
export class KeptIndexes {
  readonly #byOwner = new Map<string, FilterIndex[]>();

  static async load(reading: Reading): Promise<KeptIndexes> {
    const kept = new KeptIndexes();
    for (const index of await listFilterIndexes(reading)) {
      if (index.state === IndexState.Dropped) continue;
      const owner = mapKey(index.owner);
      kept.#byOwner.set(owner, [...(kept.#byOwner.get(owner) ?? []), index]);
    }
    return kept;
  }

  /** The lists an account belongs to. */
  listsOf(owner: Address, data: Uint8Array | null): Uint8Array[] {
    if (this.#byOwner.size === 0) return [];
    const indexes = this.#byOwner.get(mapKey(owner)) ?? [];
    return indexes
      .map((index) => listKeyOf(index, data))
      .filter((key) => key !== null);
  }
}

export async function listFilterIndexes(
  reading: Reading,
): Promise<FilterIndex[]> {
  const rows = await reading.all(selectSql(filterIndexes), []);
  return rows.map(rowToIndex);
}

export function indexToRow(index: FilterIndex): Row {
  const { id, owner, offset, length, state, builtTo } = index;
  return [id, owner, offset, length, state, builtTo];
}

function rowToIndex(row: Row): FilterIndex {
  return {
    id: row[0] as number,
    owner: row[1] as Address,
    offset: row[2] as number,
    length: row[3] as number,
    state: row[4] as IndexState,
    builtTo: row[5] as Uint8Array,
  };
}
