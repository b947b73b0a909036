// Renders the changes that an entry of the log describes, for the subscribers of the lists.
import { renderHolderAt } from "../render/holder.ts";
import type { Reading } from "../store/connection.ts";
import { readRuns } from "../store/changeLog/entryRows.ts";
import { findTexts, type WantedTexts } from "../store/changeLog/findTexts.ts";
import { type ListId, listsOf } from "../store/changeLog/lists.ts";
import { type Entry, readKeptTexts } from "../store/changeLog/readEntries.ts";
import {
  accountItemId,
  balanceChangeItemId,
  type ItemText,
  type ItemId,
  transactionItemId,
} from "../store/changeLog/texts.ts";
import { splitChange, type Parts } from "./change.ts";
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

/** A watched list and its changed rows. */
interface ChangedList {
  readonly watched: Watched;
  readonly rows: readonly ChangedRow[];
}

/** Selects the watched lists with changed rows. */
export function changedLists(
  rows: ReadonlyMap<ListId, readonly ChangedRow[]>,
  watched: Iterable<Watched>,
): ChangedList[] {
  const changed: ChangedList[] = [];
  for (const each of watched) {
    const own = rows
      .get(each.list)
      ?.filter(({ position }) => isWithin(each, position));
    if (own && own.length > 0) changed.push({ watched: each, rows: own });
  }
  return changed;
}

/**
 * Renders the change of each list once. Lists whose filters match none of the changed items are left out. `reading` must
 * be a snapshot that contains the entry.
 */
export async function renderEntry(
  reading: Reading,
  entry: Entry,
  changed: readonly ChangedList[],
): Promise<Map<Watched, Parts>> {
  const rendered = new Map<Watched, Parts>();
  if (changed.length === 0) return rendered;
  const kept = await readKeptTexts(reading, entry.number);
  const now = await findTexts(reading, wantedBy(changed));
  for (const { watched, rows } of changed) {
    const textOf = (row: ChangedRow): ItemText | undefined => {
      if (watched.kind === "holders") return [renderHolderAt(row.position)];
      const id = itemIdOf(watched.kind, row);
      const texts = row.isAdded ? kept.after : kept.before;
      return texts.get(id) ?? now.get(id);
    };
    const sorted =
      watched.kind === "balance changes" ? rows.toSorted(newestFirst) : rows;
    const shown = (isAdded: boolean) =>
      sorted
        .filter((row) => row.isAdded === isAdded)
        .map((row) => watched.show(textOf(row) ?? missing(entry, row)))
        .filter((item) => item !== null);
    const change = { removed: shown(false), added: shown(true) };
    if (change.removed.length + change.added.length === 0) continue;
    const { number, writtenMs, isUndone: undone } = entry;
    const context = entry.context!;
    rendered.set(
      watched,
      splitChange({ ...change, context, number, undone, writtenMs }),
    );
  }
  return rendered;
}

/** The order of a token history. Its items do not tell their place in the block, so that callers cannot sort them. */
function newestFirst(a: ChangedRow, b: ChangedRow): number {
  const mintOf = ({ key }: ChangedRow) => key.subarray(32);
  return (
    Buffer.compare(b.position, a.position) ||
    Buffer.compare(mintOf(b), mintOf(a)) ||
    Buffer.compare(b.key, a.key)
  );
}

function missing({ number }: Entry, { position }: ChangedRow): never {
  const hex = Buffer.from(position).toString("hex");
  throw new Error(`entry ${number} of the change log: no text for row ${hex}`);
}

function itemIdOf(kind: ItemKind, { key, position }: ChangedRow): ItemId {
  if (kind === "signatures") return transactionItemId(position);
  if (kind === "balance changes") return balanceChangeItemId(key, position);
  return accountItemId(position.subarray(-32));
}

function wantedBy(changed: readonly ChangedList[]): WantedTexts {
  const accounts = new Map<ItemId, Uint8Array>();
  const transactions = new Map<ItemId, Uint8Array>();
  const changes = new Map<ItemId, readonly [Uint8Array, Uint8Array]>();
  for (const { watched, rows } of changed)
    for (const row of rows) {
      const { kind } = watched;
      if (kind === "holders") continue;
      const id = itemIdOf(kind, row);
      const { key, position } = row;
      if (kind === "signatures") transactions.set(id, position);
      else if (kind === "balance changes") changes.set(id, [key, position]);
      else accounts.set(id, position.subarray(-32));
    }
  return {
    accounts: [...accounts.values()],
    transactions: [...transactions.values()],
    balanceChanges: [...changes.values()],
  };
}
