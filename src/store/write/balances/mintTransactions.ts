// How many transactions of a batch changed a balance of each mint. The count of a mint is that of the different positions
// in its rows of token_changes.
import { mapKey } from "../../../codecs/bytes.ts";
import type { Address, Slot } from "../../../domain/values.ts";
import type { Connection } from "../../connection.ts";
import { inChunks, padded, placeholdersFor } from "../../inLists.ts";
import { placePosition, slotPosition } from "../../schema/positions.ts";
import { tokenChanges } from "../../schema/tables.ts";
import type { Place, Settled } from "./balanceRows.ts";

/** By mint. */
export type MintCounts = ReadonlyMap<string, number>;

/** Of blocks after the head: nothing is stored for their transactions yet. */
export function countNew(settled: readonly Settled[]): MintCounts {
  const places = new Map<string, Set<Place>>();
  for (const { key, steps } of settled) {
    if (steps.length === 0) continue;
    const id = mapKey(key[1] as Address);
    let set = places.get(id);
    if (!set) places.set(id, (set = new Set()));
    for (const { by } of steps) set.add(by);
  }
  return new Map([...places].map(([id, { size }]) => [id, size]));
}

/** The changes of a mint by a transaction, by owner. */
interface Touched {
  readonly mint: Address;
  readonly position: Uint8Array;
  readonly changes: Map<string, bigint>;
}

/**
 * Of backfilled blocks. Accounts that a later transaction has spent add to that one's changes, and may cancel
 * them out.
 */
export async function countBackfilled(
  connection: Connection,
  settled: readonly Settled[],
): Promise<MintCounts> {
  const touched = touchedBy(settled);
  await addStored(connection, touched);
  const counted = new Map<string, number>();
  const add = (mint: Address, count: number): void => {
    const id = mapKey(mint);
    counted.set(id, (counted.get(id) ?? 0) + count);
  };
  for (const { mint, changes } of touched.values())
    if (changes.size > 0) add(mint, -1);
  for (const { key, steps } of settled) {
    const [owner, mint] = key as [Address, Address];
    for (const { by, change } of steps) {
      const { changes } = touched.get(idOf(mint, positionOf(by)))!;
      const id = mapKey(owner);
      const sum = (changes.get(id) ?? 0n) + change;
      if (sum === 0n) changes.delete(id);
      else changes.set(id, sum);
    }
  }
  for (const { mint, changes } of touched.values())
    if (changes.size > 0) add(mint, 1);
  return counted;
}

const positionOf = ({ slot, place }: Place) => placePosition(slot, place);
const idOf = (mint: Uint8Array, position: Uint8Array) =>
  mapKey(mint) + mapKey(position);

function touchedBy(settled: readonly Settled[]): Map<string, Touched> {
  const touched = new Map<string, Touched>();
  for (const { key, steps } of settled) {
    const mint = key[1] as Address;
    for (const { by } of steps) {
      const position = positionOf(by);
      const id = idOf(mint, position);
      if (!touched.has(id))
        touched.set(id, { mint, position, changes: new Map() });
    }
  }
  return touched;
}

async function addStored(
  connection: Connection,
  touched: ReadonlyMap<string, Touched>,
): Promise<void> {
  const { bytes } = connection.dialect.types;
  const one = `(cast(? as ${bytes}), cast(? as ${bytes}))`;
  for (const part of inChunks([...touched.values()], 256)) {
    const pairs = padded(part, part[0]!);
    const rows = await connection.all(
      `select t.mint, t.position, t.owner, t.change
         from (select distinct column1 as m, column2 as p from (values ${pairs.map(() => one).join(", ")}) as listed) as pairs
         join ${tokenChanges.name} t on t.mint = pairs.m and t.position = pairs.p`,
      pairs.flatMap(({ mint, position }) => [mint, position]),
    );
    for (const row of rows) {
      const [mint, position, owner] = row as readonly Uint8Array[];
      const { changes } = touched.get(idOf(mint!, position!))!;
      changes.set(mapKey(owner!), BigInt(row[3] as string));
    }
  }
}

/** Of blocks above `slot`, which are undone: the counts are negative. */
export async function countUndone(
  connection: Connection,
  mints: readonly Address[],
  slot: Slot,
): Promise<MintCounts> {
  const counted = new Map<string, number>();
  for (const part of inChunks(mints)) {
    const keys = padded(part, part[0]!);
    const rows = await connection.all(
      `select mint, count(distinct position) from ${tokenChanges.name}
         where mint in (${placeholdersFor(keys)}) and position >= ? group by mint`,
      [...keys, slotPosition(slot + 1)],
    );
    for (const [mint, count] of rows)
      counted.set(mapKey(mint as Uint8Array), -Number(count));
  }
  return counted;
}
