// Everything in which the engines truly differ, by name. Nothing else in the project asks which engine it talks to.

export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Whether an answer is there when the question returns, without a way to a server and back. */
  readonly atOnce: boolean;
  /** Column types for bytes, integers below 2^53 and text. */
  readonly types: {
    readonly bytes: string;
    readonly integer: string;
    readonly text: string;
  };
  /** Behind a table's columns: how its rows lie, so that a page stays one stretch of the file or of the index. */
  readonly clustered: string;
  /** Keeps long values of a column as they are written, where the engine would compress them. */
  readonly keepPlain: (table: string, column: string) => readonly string[];
  /** The position a page ends at, over rows that come in list order. */
  lastPosition(direction: Direction): string;
  /** Bytes as hexadecimal text. */
  hex(column: string): string;
  /** Queries are written with `?`; what this engine wants instead. */
  placeholders(sql: string): string;
  /** The last clause of a page, its size a parameter. */
  readonly limit: string;
  /** Run first by a process that changes the schema: others that want to wait until its transaction ends. */
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
  // Planning looks at a bare parameter's value, so every new binding would plan again: half of a 10-item page's time.
  limit: "limit ? + 0",
  lockSchema: null, // every transaction that may write locks the file
};

/** SQL that PostgreSQL 14 and later have. */
export const postgres: Dialect = {
  name: "postgres",
  atOnce: false,
  types: { bytes: "bytea", integer: "bigint", text: "text" },
  // Lists lose as many rows as they gain: at the default of a fifth of a table, dead rows would thin out the pages.
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
  lockSchema: "select pg_advisory_xact_lock(hashtext('tachyon schema'))",
};
