import { EntryRows } from "../changeLog/entryRows.ts";
import { isLogged } from "../changeLog/lists.ts";
import { type ItemText, textOfRow, type ItemId } from "../changeLog/texts.ts";
import type { Connection, Row, Value } from "../connection.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { Table } from "../schema/tables.ts";

interface Change {
  /** The row's key as a string that sorts like its bytes in the engine. */
  readonly key: string;
  readonly row: Row;
  readonly how: "add" | "put" | "remove";
}

/** The final state of the rows that a batch of blocks changes; written together. */
export class Changes {
  readonly #tables = new Map<Table, Change[]>();
  readonly #repeats: boolean;
  #rows = 0;
  /** For the change log: the rows that lists gain and lose, and the text of items that are removed or changed. */
  readonly listRows = new EntryRows();
  readonly texts = new Map<ItemId, ItemText>();
  readonly #compared = new Set<Table>();

  /**
   * From now on, compares rows of these tables with the stored ones: rows that are added may exist, and rows that are
   * removed may not. For blocks after the head that is certain without reading.
   */
  compareBeforeWriting(tables: readonly Table[]): void {
    for (const table of tables) this.#compared.add(table);
  }

  /** `repeats`: rows that are added may exist, because they are written a second time. */
  constructor({ repeats = false } = {}) {
    this.#repeats = repeats;
  }

  /** Adds a row that does not exist. */
  add(table: Table, row: Row): void {
    this.#record(table, row, this.#repeats ? "put" : "add");
  }

  put(table: Table, row: Row): void {
    this.#record(table, row, "put");
  }

  remove(table: Table, keyRow: Row): void {
    this.#record(table, keyRow, "remove");
  }

  /** Writes the rows so far if they are enough for the connection to work on while more are being made. */
  writeAhead(connection: Connection): MaybePromise<void> {
    if (this.isEnoughFor(connection)) return this.writeTo(connection);
  }

  isEnoughFor({ rowsAhead }: Connection): boolean {
    return this.#rows >= rowsAhead;
  }

  /** In key order, so that the engine traverses each B-tree once. */
  async writeTo(connection: Connection): Promise<void> {
    const written = [...this.#tables];
    this.#tables.clear();
    this.#rows = 0;
    for (const [table, changes] of written) {
      const writes = lastWrites(changes);
      // A row that is put may replace one, and only the stored row shows what the list lost.
      const replaces = isLogged(table) && writes.put.length > 0;
      if (replaces || this.#compared.has(table)) {
        writes.put.push(...writes.added.splice(0));
        await this.#logDifference(connection, table, writes);
      } else if (isLogged(table)) {
        this.listRows.add(table, writes.removedStored, false);
        this.listRows.add(table, writes.added, true);
      }
      const { removed, put, added } = writes;
      if (removed.length > 0) await connection.deleteMany(table, removed);
      if (put.length > 0) await connection.upsertMany(table, put);
      if (added.length > 0) await connection.insertMany(table, added);
    }
  }

  /** Logs what differs from the stored rows. */
  async #logDifference(
    connection: Connection,
    table: Table,
    { removed, put }: Pick<Writes, "removed" | "put">,
  ): Promise<void> {
    const keyOf = (row: Row) => rowKey(row, table.keyColumns);
    const keys = [...removed, ...put].map((r) => r.slice(0, table.keyColumns));
    const before = new Map<string, Row>();
    for (const row of await connection.findMany(table, keys))
      before.set(keyOf(row), row);
    const stays = (row: Row) => isSame(row, before.get(keyOf(row)));
    const lost = [...removed, ...put.filter((row) => !stays(row))]
      .map((row) => before.get(keyOf(row)))
      .filter((row) => row !== undefined);
    for (const row of lost) this.#keepText(table, row);
    this.listRows.add(table, lost, false);
    this.listRows.add(
      table,
      put.filter((row) => !stays(row)),
      true,
    );
  }

  #keepText(table: Table, row: Row): void {
    const kept = textOfRow(table, row);
    // The first text is the one before the transaction.
    if (kept && !this.texts.has(kept[0])) this.texts.set(...kept);
  }

  #record(table: Table, row: Row, how: Change["how"]): void {
    this.#rows++;
    let changes = this.#tables.get(table);
    if (!changes) this.#tables.set(table, (changes = []));
    changes.push({ key: rowKey(row, table.keyColumns), row, how });
  }
}

interface Writes {
  readonly removed: Row[];
  readonly put: Row[];
  /** Rows that did not exist before. */
  readonly added: Row[];
  /** Removed rows that existed before. */
  readonly removedStored: Row[];
}

/** A stable sort keeps the order of changes to a row, and is cheaper than looking up each row on arrival. */
function lastWrites(changes: Change[]): Writes {
  changes.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const writes: Writes = { removed: [], put: [], added: [], removedStored: [] };
  let first = changes[0]!;
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i]!;
    const { key, row, how } = change;
    if (key !== first.key) first = change;
    if (key === changes[i + 1]?.key) continue;
    if (how === "remove") {
      writes.removed.push(row);
      // If the first change removes the row, it existed.
      if (first.how === "remove") writes.removedStored.push(row);
    } else if (first.how === "add") writes.added.push(row);
    else writes.put.push(row);
  }
  return writes;
}

function isSame(row: Row, other: Row | undefined): boolean {
  return (
    other !== undefined &&
    row.every((value, i) =>
      value instanceof Uint8Array
        ? Buffer.compare(value, other[i] as Uint8Array) === 0
        : value === other[i],
    )
  );
}

const scratch = Buffer.allocUnsafe(1024);

/** A row's key as text, one character per byte. Built at once, because V8 copies concatenated strings when they are compared. */
export function rowKey(row: Row, keyColumns: number): string {
  let end = 0;
  for (let i = 0; i < keyColumns; i++) end = appendTo(scratch, end, row[i]!);
  return scratch.toString("latin1", 0, end);
}

function appendTo(key: Buffer, at: number, value: Value): number {
  if (value instanceof Uint8Array) {
    key.set(value, at);
    return at + value.length;
  }
  // Names and slots of the small tables: text, ended by a character that it does not contain.
  return at + key.write(`${value}/`, at, "latin1");
}
