import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { mapKey } from "../../src/codecs/bytes.ts";
import type { Connection, Row } from "../../src/store/connection.ts";
import * as tables from "../../src/store/schema/tables.ts";
import type { Table } from "../../src/store/schema/tables.ts";

/** The tables with at least one row per account. */
const LARGE_TABLES = [
  tables.accountsByOwner,
  tables.tokensByOwner,
  tables.accounts,
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.tokensByDelegate,
];

/**
 * A connection for making a large store: rows of the large tables are buffered in temporary files and written in key
 * order when `finish` is called. Unsorted, each row would rewrite a different page.
 */
export function sortedWrites(target: Connection, path: string) {
  const waiting = new Map(
    LARGE_TABLES.map((table) => [table, new WaitingRows(table, path)]),
  );
  /** Only seeded accounts with an address are spent. */
  const held = new Map<string, Row>();
  const connection: Connection = {
    ...target,
    findMany: (table, keys) =>
      table === tables.accounts
        ? keys
            .map(([hash]) => held.get(mapKey(hash as Uint8Array)))
            .filter((row) => row !== undefined)
        : target.findMany(table, keys),
    upsertMany: (table, rows) => {
      if (table === tables.accounts) hold(held, rows);
      const later = waiting.get(table);
      if (!later) return target.upsertMany(table, rows);
      later.put(rows);
    },
    deleteMany: (table, keys) => {
      const later = waiting.get(table);
      if (!later) return target.deleteMany(table, keys);
      later.remove(keys);
    },
  };
  const finish = async (): Promise<void> => {
    for (const rows of waiting.values()) await rows.writeTo(target);
  };
  return { connection, finish };
}

function hold(held: Map<string, Row>, rows: readonly Row[]): void {
  for (const row of rows) {
    const [hash, address] = row as [Uint8Array, Uint8Array | null];
    const spentSlot = row[12];
    if (spentSlot !== null) held.delete(mapKey(hash));
    else if (address) held.set(mapKey(hash), row);
  }
}

/** The rows of one table in order of arrival, and the keys of deleted rows. */
class WaitingRows {
  readonly #table: Table;
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #put: StatementSync;
  readonly #gone: StatementSync;

  constructor(table: Table, path: string) {
    this.#table = table;
    this.#file = `${path}.${table.name}`;
    rmSync(this.#file, { force: true });
    this.#db = new DatabaseSync(this.#file);
    const names = Object.keys(table.columns);
    const keys = names.slice(0, table.keyColumns);
    this.#db.exec(
      `pragma journal_mode = off; pragma synchronous = off;
       create table waiting (${names.join(", ")}); create table gone (${keys.join(", ")})`,
    );
    this.#put = insertInto(this.#db, "waiting", names.length);
    this.#gone = insertInto(this.#db, "gone", keys.length);
  }

  put(rows: readonly Row[]): void {
    this.#insert(this.#put, rows);
  }

  remove(keys: readonly Row[]): void {
    this.#insert(this.#gone, keys);
  }

  async writeTo(target: Connection): Promise<void> {
    this.#db.close();
    const { name, columns, keyColumns } = this.#table;
    const names = Object.keys(columns).join(", ");
    const keys = Object.keys(columns).slice(0, keyColumns).join(", ");
    await target.run("attach ? as waiting", [this.#file]);
    await target.run(
      `replace into main.${name} select ${names} from waiting.waiting order by ${keys}, rowid`,
    );
    await target.run(
      `delete from main.${name} where (${keys}) in (select ${keys} from waiting.gone)`,
    );
    await target.run("detach waiting");
    rmSync(this.#file);
  }

  #insert(statement: StatementSync, rows: readonly Row[]): void {
    this.#db.exec("begin");
    for (const row of rows) statement.run(...row);
    this.#db.exec("commit");
  }
}

function insertInto(
  db: DatabaseSync,
  table: string,
  columns: number,
): StatementSync {
  const values = Array<string>(columns).fill("?").join(", ");
  return db.prepare(`insert into ${table} values (${values})`);
}
