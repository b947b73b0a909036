import type { StoredAccount } from "../schema/accountRow.ts";
import type { Row } from "../connection.ts";
import type { Changes } from "../write/changes.ts";
import { tokenPosition } from "../schema/positions.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";
import { type Lifetime, nodeOf } from "./lifetimes.ts";

/** The lists whose past is kept, by the first byte of their rows' `list`. Numbers are never reused. */
const NUMBERS: ReadonlyMap<Table, number> = new Map([
  [tables.tokensByOwner, 1],
  [tables.tokensByDelegate, 2],
  [tables.accountsByOwner, 3],
  [tables.holders, 4],
]);

export function pastListOf(table: Table, key: Uint8Array): Uint8Array {
  const list = Buffer.allocUnsafe(1 + key.length);
  list.writeUInt8(NUMBERS.get(table)!);
  list.set(key, 1);
  return list;
}

export function isOf(table: Table, list: Uint8Array): boolean {
  return list[0] === NUMBERS.get(table);
}

/** A position in a list, with the list and its key. */
export type Place = readonly [Table, Uint8Array, Uint8Array];

export function addPastRow(
  changes: Changes,
  place: Place,
  lifetime: Lifetime,
): void {
  changes.add(tables.pastRows, [
    ...pastRowKey(place, lifetime),
    lifetime.until,
  ]);
}

export function removePastRow(
  changes: Changes,
  place: Place,
  lifetime: Lifetime,
): void {
  changes.remove(tables.pastRows, pastRowKey(place, lifetime));
}

export function pastRowKey(
  [table, key, position]: Place,
  lifetime: Lifetime,
): Row {
  const list = pastListOf(table, key);
  return [nodeOf(lifetime), list, position, lifetime.since];
}

/** The positions of an unspent account in the lists whose past is kept. */
export function placesOf({ account }: StoredAccount): Place[] {
  const { hash, owner, token } = account;
  const places: Place[] = [[tables.accountsByOwner, owner, hash]];
  if (!token) return places;
  const position = tokenPosition(token, hash);
  places.push([tables.tokensByOwner, token.owner, position]);
  if (token.delegate)
    places.push([tables.tokensByDelegate, token.delegate, position]);
  return places;
}
