// Everything in which the engines truly differ, by name. Nothing else in the project asks which engine it talks to.

export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Column types for bytes, integers below 2^53 and text. */
  readonly types: {
    readonly bytes: string;
    readonly integer: string;
    readonly text: string;
  };
  /** Behind a table's columns: rows lie in the order of the primary key, so that a page is one stretch of the file. */
  readonly clustered: string;
  /** The position a page ends at, over rows that come in list order. */
  lastPosition(direction: Direction): string;
  /** Bytes as hexadecimal text. */
  hex(column: string): string;
  /** Queries are written with `?`; what this engine wants instead. */
  placeholders(sql: string): string;
}

export type Direction = "asc" | "desc";

export const sqlite: Dialect = {
  name: "sqlite",
  types: { bytes: "blob", integer: "integer", text: "text" },
  clustered: "without rowid",
  lastPosition: (direction) =>
    direction === "asc" ? "max(position)" : "min(position)",
  hex: (column) => `hex(${column})`,
  placeholders: (sql) => sql,
};
