import type { Connection, Row, Value } from "../connection.ts";
import type { MaybePromise } from "../page.ts";
import type { Table } from "../schema/tables.ts";

interface Change {
  /** The row's key as a string that sorts like its bytes in the engine. */
  readonly key: string;
  readonly row: Row;
  readonly removes: boolean;
}

/** The final state of the rows that a batch of blocks changes; written together. */
export class Changes {
  readonly #tables = new Map<Table, Change[]>();
  #rows = 0;

  put(table: Table, row: Row): void {
    this.#add(table, row, false);
  }

  remove(table: Table, keyRow: Row): void {
    this.#add(table, keyRow, true);
  }

  /** Writes the rows so far if they are enough for the connection to work on while more are being made. */
  writeAhead(connection: Connection): MaybePromise<void> {
    if (this.#rows >= connection.rowsAhead) return this.writeTo(connection);
  }

  /** In key order, so that the engine traverses each B-tree once. */
  async writeTo(connection: Connection): Promise<void> {
    const written = [...this.#tables];
    this.#tables.clear();
    this.#rows = 0;
    for (const [table, changes] of written) {
      const { removed, put } = lastWrites(changes);
      if (removed.length > 0) await connection.deleteMany(table, removed);
      if (put.length > 0) await connection.upsertMany(table, put);
    }
  }

  #add(table: Table, row: Row, removes: boolean): void {
    this.#rows++;
    let changes = this.#tables.get(table);
    if (!changes) this.#tables.set(table, (changes = []));
    changes.push({ key: rowKey(row, table.keyColumns), row, removes });
  }
}

/** A stable sort keeps the order of changes to a row, and is cheaper than looking up each row on arrival. */
function lastWrites(changes: Change[]): { removed: Row[]; put: Row[] } {
  changes.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const removed: Row[] = [];
  const put: Row[] = [];
  for (let i = 0; i < changes.length; i++) {
    const { key, row, removes } = changes[i]!;
    if (key === changes[i + 1]?.key) continue;
    (removes ? removed : put).push(row);
  }
  return { removed, put };
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
