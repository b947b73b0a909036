// The lists of holders, now and in the past, after blocks changed balances.
import { decodeU64 } from "../../codecs/bigEndian.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { Address, Slot } from "../../domain/values.ts";
import { renderHolder } from "../../render/holder.ts";
import type { Connection, Reading, Row } from "../connection.ts";
import { inChunks, padded, placeholdersFor } from "../inLists.ts";
import { slotPosition } from "../schema/positions.ts";
import { holders, pastRows, tokenChanges } from "../schema/tables.ts";
import type { Changes } from "../write/changes.ts";
import { readHead } from "../write/head.ts";
import {
  addPastHolder,
  balanceLine,
  type BlockChange,
  type Holder,
  placeOf,
  removePastHolder,
} from "./holderLifetimes.ts";
import { firstNodeOf, lifetimeOf, nodesAround } from "./lifetimes.ts";
import { isOf, pastListOf } from "./pastRows.ts";

/** A balance before and after a batch, and the blocks that changed it, in the order of the chain. */
export interface HolderChange extends Holder {
  readonly before: bigint;
  readonly after: bigint;
  readonly blocks: readonly (BlockChange & { readonly after: bigint })[];
}

export interface Settling {
  readonly connection: Connection;
  readonly changes: Changes;
  /** Past rows that ended at this slot or before are not kept. */
  readonly keepFrom: Slot;
}

/** After blocks that follow the head: each block ends a balance and begins another. */
export async function followHolders(
  { connection, changes, keepFrom }: Settling,
  changed: readonly HolderChange[],
  sinceOf: SinceOf,
): Promise<void> {
  for (const each of changed) {
    if (each.blocks.length === 0) continue;
    let since = sinceOf(each);
    let balance = each.before;
    for (const block of each.blocks) {
      const lifetime = lifetimeOf(since, block.slot);
      if (balance > 0n && lifetime && block.slot > keepFrom)
        addPastHolder(changes, each, { balance, lifetime });
      since = block.slot;
      balance = block.after;
    }
    moveHolder(changes, each, since);
    const ahead = changes.writeAhead(connection);
    if (ahead) await ahead;
  }
}

/** After older blocks were backfilled: each later balance changes by their sum. */
export async function backfillHolders(
  { connection, changes, keepFrom }: Settling,
  changed: readonly HolderChange[],
): Promise<void> {
  for (const part of inChunks(changed, 100)) {
    const known = await blocksOf(connection, part, keepFrom);
    for (const each of part) {
      const { before, after, blocks } = each;
      if (blocks.length === 0) continue;
      const older = known.get(idOf(each)) ?? [];
      const previous = balanceLine(before, older);
      const current = balanceLine(after, merged(older, blocks));
      for (const row of previous.past)
        if (row.lifetime.until > keepFrom) removePastHolder(changes, each, row);
      for (const row of current.past)
        if (row.lifetime.until > keepFrom) addPastHolder(changes, each, row);
      moveHolder(changes, each, current.since);
    }
  }
}

/** After blocks above `slot` were undone: the balances of that slot are current again. */
export async function undoHolders(
  { connection, changes }: Settling,
  changed: readonly HolderChange[],
  { slot, sinceOf }: { readonly slot: Slot; readonly sinceOf: SinceOf },
): Promise<void> {
  const alive = await removeLater(connection, changes, slot);
  // A balance that one of the undone blocks ended may have lasted up to the newest of them.
  const head = (await readHead(connection))?.slot ?? slot;
  const nodes = nodesAround(slot, head);
  for (const each of changed) {
    const { before, after } = each;
    const isOlder = before > 0n && sinceOf(each) <= slot;
    // Only accounts without tokens were added or spent. Stores of older versions lack the slot since which a balance holds.
    if (isOlder && before === after) continue;
    let since = alive.get(placeId(each, after)) ?? 0;
    if (after > 0n && since === 0)
      since = await removeAlive(connection, changes, each, { slot, nodes });
    moveHolder(changes, each, since);
  }
}

function moveHolder(
  changes: Changes,
  { owner, mint, before, after }: HolderChange,
  since: Slot,
): void {
  const row = { owner, mint };
  if (before > 0n)
    changes.remove(holders, placeOf(row, before).slice(1) as Row);
  if (after > 0n) {
    const key = placeOf(row, after).slice(1) as Row;
    changes.add(holders, [...key, renderHolder(owner, after), since]);
  }
}

/** The slot since which the balance before the batch holds; 0 if it is unknown. */
export type SinceOf = (holder: HolderChange) => Slot;

export async function holdersSince(
  connection: Connection,
  changed: readonly HolderChange[],
): Promise<SinceOf> {
  const held = changed.filter(({ before }) => before > 0n);
  const keys = held.map((each) => placeOf(each, each.before).slice(1) as Row);
  const slots = new Map<string, Slot>();
  for (const row of await connection.findMany(holders, keys)) {
    const [mint, position, , since] = row as readonly [
      ...[Uint8Array, Uint8Array, string, Slot],
    ];
    slots.set(mapKey(mint) + mapKey(position), since);
  }
  return (each) => slots.get(placeId(each, each.before)) ?? 0;
}

function placeId(holder: Holder, balance: bigint): string {
  const [, mint, position] = placeOf(holder, balance);
  return mapKey(mint) + mapKey(position);
}

/** Removes rows under nodes above the slot. Returns, for those that existed at the slot, the slot since which they did. */
async function removeLater(
  connection: Connection,
  changes: Changes,
  slot: Slot,
): Promise<Map<string, Slot>> {
  const rows = await connection.all(
    `select node, list, position, since from ${pastRows.name} where node >= ?`,
    [firstNodeOf(slot + 1)],
  );
  const alive = new Map<string, Slot>();
  for (const row of rows) {
    const [, list, position, since] = row as readonly [
      ...[Slot, Uint8Array, Uint8Array, Slot],
    ];
    if (!isOf(holders, list)) continue;
    changes.remove(pastRows, row);
    if (since <= slot)
      alive.set(mapKey(list.subarray(1)) + mapKey(position), since);
  }
  return alive;
}

/** Removes the row of one holder under one of these nodes that existed at the slot. Returns the slot since which it did; 0 if there is none. */
async function removeAlive(
  connection: Connection,
  changes: Changes,
  holder: HolderChange,
  { slot, nodes: known }: { slot: Slot; nodes: readonly number[] },
): Promise<Slot> {
  const [table, mint, position] = placeOf(holder, holder.after);
  const list = pastListOf(table, mint);
  const nodes = padded(known, 0);
  const [row] = await connection.all(
    `select node, list, position, since from ${pastRows.name}
       where node in (${placeholdersFor(nodes)}) and list = ? and position = ? and since <= ? and until > ?`,
    [...nodes, list, position, slot, slot],
  );
  if (!row) return 0;
  changes.remove(pastRows, row);
  return row[3] as Slot;
}

export const idOf = ({ owner, mint }: Holder) => mapKey(owner) + mapKey(mint);

/**
 * The known blocks after `from` that changed these balances, in order, and the last one before them. Kept rows do not
 * depend on older blocks, of which an owner may have millions.
 */
export async function blocksOf(
  reading: Reading,
  pairs: readonly Holder[],
  from: Slot,
): Promise<Map<string, BlockChange[]>> {
  const read = await readBlocks(reading, pairs, from);
  const found = new Map<string, BlockChange[]>();
  const unclear: Holder[] = [];
  for (const [id, { pair, blocks }] of read) {
    const sums = merged(blocks, []);
    found.set(id, sums);
    // The changes of the last block before them may add up to 0; an older block then began the balance.
    if (sums[0]?.slot !== blocks[0]!.slot) unclear.push(pair);
  }
  if (from > 0 && unclear.length > 0)
    for (const [id, blocks] of await blocksOf(reading, unclear, 0))
      found.set(id, blocks);
  return found;
}

interface PairBlocks {
  readonly pair: Holder;
  readonly blocks: BlockChange[];
}

async function readBlocks(
  reading: Reading,
  pairs: readonly Holder[],
  from: Slot,
): Promise<Map<string, PairBlocks>> {
  const { bytes } = reading.dialect.types;
  const one = `select cast(? as ${bytes}) as o, cast(? as ${bytes}) as m`;
  const asked = padded(pairs, pairs[0]!);
  const after = slotPosition(from + 1);
  const rows = await reading.all(
    `select t.owner, t.mint, t.position, t.change
       from (select distinct o, m from (${asked.map(() => one).join(" union all ")}) as listed) as pairs
       join ${tokenChanges.name} t on t.owner = pairs.o and t.mint = pairs.m and t.position >= coalesce(
         (select substr(b.position, 1, 8) from ${tokenChanges.name} b
          where b.owner = pairs.o and b.mint = pairs.m and b.position < ? order by b.position desc limit 1), ?)
       order by t.owner, t.mint, t.position`,
    [...asked.flatMap(({ owner, mint }) => [owner, mint]), after, after],
  );
  const found = new Map<string, PairBlocks>();
  for (const row of rows) {
    const [owner, mint, position] = row as [Address, Address, Uint8Array];
    const pair = { owner, mint };
    const id = idOf(pair);
    let read = found.get(id);
    if (!read) found.set(id, (read = { pair, blocks: [] }));
    const slot = Number(decodeU64(position.subarray(0, 8)));
    read.blocks.push({ slot, change: BigInt(row[3] as string) });
  }
  return found;
}

/** One change a block, in order. */
function merged(
  a: readonly BlockChange[],
  b: readonly BlockChange[],
): BlockChange[] {
  const sums = new Map<Slot, bigint>();
  for (const { slot, change } of [...a, ...b])
    sums.set(slot, (sums.get(slot) ?? 0n) + change);
  return [...sums]
    .map(([slot, change]) => ({ slot, change }))
    .filter(({ change }) => change !== 0n)
    .sort((x, y) => x.slot - y.slot);
}
