// All differences between the engines, by name. No other code asks which engine it uses.

export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Whether a query returns its rows synchronously, without a round trip to a server. */
  readonly atOnce: boolean;
  /** Column types for bytes, integers below 2^53 and text. */
  readonly types: {
    readonly bytes: string;
    readonly integer: string;
    readonly text: string;
  };
  /** Table options that cluster rows by key, so that a page is one range of the file or of the index. */
  readonly clustered: string;
  /** Stores long values of a column uncompressed. */
  readonly keepPlain: (table: string, column: string) => readonly string[];
  /** The position of the last row of a page. */
  lastPosition(direction: Direction): string;
  /** Bytes as hexadecimal text. */
  hex(column: string): string;
  /** Replaces the `?` placeholders by what the engine expects. */
  placeholders(sql: string): string;
  /** The limit clause of a page, with its size as a parameter. */
  readonly limit: string;
  /** Notifies readers of the newest block, given as text, when the transaction commits. Null if readers poll. */
  readonly announceHead: string | null;
  /** Locks out other processes that change the schema until the transaction ends. */
  readonly lockSchema: string | null;
}

export type Direction = "asc" | "desc";

export const sqlite: Dialect = {
  name: "sqlite",
  atOnce: true,
  types: { bytes: "blob", integer: "integer", text: "text" },
  clustered: "without rowid",
  keepPlain: () => [],
  lastPosition: (direction) =>
    direction === "asc" ? "max(position)" : "min(position)",
  hex: (column) => `hex(${column})`,
  placeholders: (sql) => sql,
  // SQLite plans again for each new value of a bare parameter, which takes half the time of a 10-item page.
  limit: "limit ? + 0",
  announceHead: null,
  lockSchema: null, // every transaction that may write locks the file
};

/** The channel that new heads are announced on: schemas of one database have one each, like the lock of the writer. */
export const HEAD_CHANNEL = "'tachyon_head_' || hashtext(current_schema())";

/** SQL that PostgreSQL 14 and later have. */
export const postgres: Dialect = {
  name: "postgres",
  atOnce: false,
  types: { bytes: "bytea", integer: "bigint", text: "text" },
  // Lists lose as many rows as they gain. At the default, vacuum would start when a fifth of the rows is dead.
  clustered:
    "with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)",
  keepPlain: (table, column) => [
    `alter table ${table} alter column ${column} set storage external`,
  ],
  // max(bytea) came with version 18; the last of the rows in list order is the same in either direction.
  lastPosition: () => "(array_agg(position))[count(*)::int]",
  hex: (column) => `encode(${column}, 'hex')`,
  placeholders: (sql) => {
    let n = 0;
    return sql.replaceAll("?", () => `$${++n}`);
  },
  limit: "limit ?",
  announceHead: `select pg_notify(${HEAD_CHANNEL}, ?)`,
  lockSchema: "select pg_advisory_xact_lock(hashtext('tachyon schema'))",
};
