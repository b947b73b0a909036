import { mapKey } from "../codecs/bytes.ts";
import type { Connection, Row, Value } from "./connection.ts";
import type { Table } from "./tables.ts";

interface TableChanges {
  readonly upserts: Map<string, Row>;
  readonly deletes: Map<string, Row>;
}

/** The rows a batch of blocks leaves behind, the last word per row; written in one go. */
export class Changes {
  readonly #tables = new Map<Table, TableChanges>();

  put(table: Table, row: Row): void {
    const { upserts, deletes } = this.#of(table);
    const key = rowKey(row, table.keyColumns);
    deletes.delete(key);
    upserts.set(key, row);
  }

  remove(table: Table, keyRow: Row): void {
    const { upserts, deletes } = this.#of(table);
    const key = rowKey(keyRow, table.keyColumns);
    upserts.delete(key);
    deletes.set(key, keyRow);
  }

  /** Writes what is there so far, if it is as much as the connection likes to take in while more is being made. */
  async writeAhead(connection: Connection): Promise<void> {
    const { rowsAhead } = connection;
    if (rowsAhead && this.#rows >= rowsAhead) await this.writeTo(connection);
  }

  /** In key order, so that the engine walks each tree of pages once. */
  async writeTo(connection: Connection): Promise<void> {
    const written = [...this.#tables];
    this.#tables.clear();
    for (const [table, { upserts, deletes }] of written) {
      if (deletes.size > 0) {
        await connection.deleteMany(table, sortedRows(deletes));
      }
      if (upserts.size > 0) {
        await connection.upsertMany(table, sortedRows(upserts));
      }
    }
  }

  get #rows(): number {
    let rows = 0;
    for (const { upserts, deletes } of this.#tables.values())
      rows += upserts.size + deletes.size;
    return rows;
  }

  #of(table: Table): TableChanges {
    let changes = this.#tables.get(table);
    if (!changes) {
      changes = { upserts: new Map(), deletes: new Map() };
      this.#tables.set(table, changes);
    }
    return changes;
  }
}

function sortedRows(rows: Map<string, Row>): Row[] {
  return [...rows.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

function rowKey(row: Row, keyColumns: number): string {
  let key = "";
  for (let i = 0; i < keyColumns; i++) key += valueKey(row[i]!);
  return key;
}

function valueKey(value: Value): string {
  if (value instanceof Uint8Array) return mapKey(value);
  return `${value}/`;
}
