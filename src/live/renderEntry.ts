// The changes of lists that an entry of the log describes, as their subscribers see them.
import { decodeU64 } from "../codecs/bigEndian.ts";
import type { Address } from "../domain/values.ts";
import { renderHolder } from "../render/holder.ts";
import type { Reading } from "../store/connection.ts";
import { readRuns } from "../store/changeLog/entryRows.ts";
import { findTexts, type WantedTexts } from "../store/changeLog/findTexts.ts";
import { type ListId, listsOf } from "../store/changeLog/lists.ts";
import { type Entry, readKeptTexts } from "../store/changeLog/readEntries.ts";
import {
  accountThing,
  balanceChangeThing,
  type ItemText,
  type Thing,
  transactionThing,
} from "../store/changeLog/texts.ts";
import { inParts, type Parts } from "./change.ts";
import { isWithin, type ItemKind, type Watched } from "./watchedLists.ts";

interface ChangedRow {
  readonly isAdded: boolean;
  readonly key: Uint8Array;
  readonly position: Uint8Array;
}

/** The changed rows of the wanted lists. */
export function rowsByList(
  encoded: Uint8Array,
  wanted: { has(list: ListId): boolean },
): Map<ListId, ChangedRow[]> {
  const found = new Map<ListId, ChangedRow[]>();
  for (const { table, key, isAdded, positions, size } of readRuns(encoded))
    for (const list of listsOf(table, key)) {
      if (!wanted.has(list)) continue;
      let rows = found.get(list);
      if (!rows) found.set(list, (rows = []));
      for (let at = 0; at < positions.length; at += size) {
        const position = positions.subarray(at, at + size);
        rows.push({ isAdded, key, position });
      }
    }
  return found;
}

/** A watched list and its rows that an entry changes. */
interface Touched {
  readonly watched: Watched;
  readonly rows: readonly ChangedRow[];
}

/** Those whose rows the entry changes. */
export function touchedBy(
  rows: ReadonlyMap<ListId, readonly ChangedRow[]>,
  watched: Iterable<Watched>,
): Touched[] {
  const touched: Touched[] = [];
  for (const each of watched) {
    const own = rows
      .get(each.list)
      ?.filter(({ position }) => isWithin(each, position));
    if (own && own.length > 0) touched.push({ watched: each, rows: own });
  }
  return touched;
}

/**
 * Renders each list's change once. A list is missing if its filters match none of the changed items. `reading` must be a
 * snapshot with the entry in it.
 */
export async function renderEntry(
  reading: Reading,
  entry: Entry,
  touched: readonly Touched[],
): Promise<Map<Watched, Parts>> {
  const rendered = new Map<Watched, Parts>();
  if (touched.length === 0) return rendered;
  const kept = await readKeptTexts(reading, entry.number);
  const now = await findTexts(reading, wantedBy(touched));
  for (const { watched, rows } of touched) {
    const textOf = (row: ChangedRow): ItemText | undefined => {
      if (watched.kind === "holders") return [renderPosition(row.position)];
      const thing = thingOf(watched.kind, row);
      const texts = row.isAdded ? kept.after : kept.before;
      return texts.get(thing) ?? now.get(thing);
    };
    const shown = (isAdded: boolean) =>
      rows
        .filter((row) => row.isAdded === isAdded)
        .map((row) => watched.show(textOf(row) ?? missing(entry, row)))
        .filter((item) => item !== null);
    const change = { removed: shown(false), added: shown(true) };
    if (change.removed.length + change.added.length === 0) continue;
    const { number, writtenMs, isUndone: undone } = entry;
    const context = entry.context!;
    rendered.set(
      watched,
      inParts({ ...change, context, number, undone, writtenMs }),
    );
  }
  return rendered;
}

function missing({ number }: Entry, { position }: ChangedRow): never {
  const hex = Buffer.from(position).toString("hex");
  throw new Error(`entry ${number} of the change log: no text for row ${hex}`);
}

function thingOf(kind: ItemKind, { key, position }: ChangedRow): Thing {
  if (kind === "signatures") return transactionThing(position);
  if (kind === "balance changes") return balanceChangeThing(key, position);
  return accountThing(position.subarray(-32));
}

/** A holder's item follows from its position. */
function renderPosition(position: Uint8Array): string {
  const balance = decodeU64(position.subarray(0, 8));
  return renderHolder(position.subarray(8) as Address, balance);
}

function wantedBy(touched: readonly Touched[]): WantedTexts {
  const accounts = new Map<Thing, Uint8Array>();
  const transactions = new Map<Thing, Uint8Array>();
  const changes = new Map<Thing, readonly [Uint8Array, Uint8Array]>();
  for (const { watched, rows } of touched)
    for (const row of rows) {
      const { kind } = watched;
      if (kind === "holders") continue;
      const thing = thingOf(kind, row);
      const { key, position } = row;
      if (kind === "signatures") transactions.set(thing, position);
      else if (kind === "balance changes") changes.set(thing, [key, position]);
      else accounts.set(thing, position.subarray(-32));
    }
  return {
    accounts: [...accounts.values()],
    transactions: [...transactions.values()],
    balanceChanges: [...changes.values()],
  };
}
