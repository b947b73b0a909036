// The lists in the change log.
import { crc32 } from "node:zlib";
import { mapKey } from "../../codecs/bytes.ts";
import type { Row } from "../connection.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";

/** The tables whose rows the log names, by number. Numbers are never reused. */
const TABLES: readonly Table[] = [
  tables.tokensByOwner,
  tables.tokensByDelegate,
  tables.accountsByOwner,
  tables.compressedMints,
  tables.accountsByWindow,
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.signaturesByAddress,
  tables.transactions,
  tables.holders,
  tables.tokenChanges,
];
const NUMBERS: ReadonlyMap<Table, number> = new Map(
  TABLES.map((table, number) => [table, number]),
);

export function isLogged(table: Table): boolean {
  return NUMBERS.has(table);
}

export function numberOf(table: Table): number {
  return NUMBERS.get(table)!;
}

export function tableOf(number: number): Table {
  return TABLES[number]!;
}

/** List and position of a row. Balance changes are stored by owner and mint; one list has no key. */
export type Placed = readonly [key: Uint8Array, position: Uint8Array];

export const NO_KEY = new Uint8Array(0);

export function placeOf(table: Table, row: Row): Placed {
  if (table === tables.transactions) return [NO_KEY, row[0] as Uint8Array];
  if (table !== tables.tokenChanges)
    return [row[0] as Uint8Array, row[1] as Uint8Array];
  const owner = row[0] as Uint8Array;
  const mint = row[1] as Uint8Array;
  return [Buffer.concat([owner, mint]), row[2] as Uint8Array];
}

/** Names one list: a table and a key, or one of the three lists of balance changes. */
export type ListId = string;

export function listId(table: Table, key: Uint8Array): ListId {
  return String.fromCharCode(numberOf(table)) + mapKey(key);
}

const HISTORY_BY_OWNER = "\xf0";
const HISTORY_BY_MINT = "\xf1";

/** The list of balance changes by owner, by mint, or by both. */
export function historyId(
  owner: Uint8Array | null,
  mint: Uint8Array | null,
): ListId {
  if (owner && mint)
    return listId(tables.tokenChanges, Buffer.concat([owner, mint]));
  return owner
    ? HISTORY_BY_OWNER + mapKey(owner)
    : HISTORY_BY_MINT + mapKey(mint!);
}

/** The lists that rows under this key belong to. */
export function listsOf(table: Table, key: Uint8Array): readonly ListId[] {
  const own = listId(table, key);
  if (table !== tables.tokenChanges) return [own];
  const owner = HISTORY_BY_OWNER + mapKey(key.subarray(0, 32));
  return [own, owner, HISTORY_BY_MINT + mapKey(key.subarray(32))];
}

/** A short number for a list: two lists may have the same one. */
export function checksumOf(list: ListId): number {
  return crc32(Buffer.from(list, "latin1"));
}
