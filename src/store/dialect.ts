// All differences between the engines, by name. No other code asks which engine it uses.
import type { Slot } from "../domain/values.ts";
import type { Text } from "../render/text.ts";
import type { Row } from "./connection.ts";

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
  /** Leaves room in the pages of a table whose rows are replaced again and again. */
  readonly keepRoom: (table: string) => readonly string[];
  /** One statement that reads the indexed slot, further columns of one value each, and the rows of a page. */
  pageSql(rows: PageRows, columns: readonly string[]): string;
  /** The page that the statement's rows are. */
  pageOf(rows: readonly Row[], separator: string): ReadRows;
  /** The bytes of all rows joined in the order of the rows; null if there are none. */
  joinBytes(column: string): string;
  /** Bytes as hexadecimal text. */
  hex(column: string): string;
  /** The limit clause of a page, with its size as a parameter. */
  readonly limit: string;
  /** Notifies readers of the newest block, given as text, when the transaction commits. Null if readers poll. */
  readonly announceHead: string | null;
  /** 1 if tables may lie on several servers, which have no common snapshot; otherwise 0. */
  readonly distributed: string;
  /** Locks out other processes that change the schema until the transaction ends. */
  readonly lockSchema: string | null;
}

export type Direction = "asc" | "desc";

/** Selects position and item in the order of the list. */
export interface PageRows {
  readonly sql: string;
  readonly direction: Direction;
  readonly separator: string;
}

/** Rows of a list as they were read. */
export interface ReadRows {
  readonly slot: Slot;
  /** The further columns of the statement. */
  readonly columns: Row;
  readonly count: number;
  /** The position of the last row. */
  readonly last: Uint8Array | null;
  /** The items, joined by the separator. */
  readonly items: Text;
}

export const sqlite: Dialect = {
  name: "sqlite",
  atOnce: true,
  types: { bytes: "blob", integer: "integer", text: "text" },
  clustered: "without rowid",
  keepPlain: () => [],
  keepRoom: () => [],
  // The engine joins the items, because creating a value for each takes longer than reading it.
  pageSql: ({ sql, direction, separator }, columns) => {
    const last = direction === "asc" ? "max(position)" : "min(position)";
    const further = columns.map((column) => `, ${column}`).join("");
    return `select (select coalesce(max(slot), 0) from blocks), count(*), ${last}, string_agg(item, '${separator}')${further}
       from (${sql}) as page`;
  },
  pageOf: ([row]) => ({
    slot: row![0] as Slot,
    count: row![1] as number,
    last: row![2] as Uint8Array | null,
    items: (row![3] as string | null) ?? "",
    columns: row!.slice(4),
  }),
  // group_concat takes bytes as they are, but calls them text.
  joinBytes: (column) => `cast(group_concat(${column}, '') as blob)`,
  hex: (column) => `hex(${column})`,
  // SQLite plans again for each new value of a bare parameter, which takes half the time of a 10-item page.
  limit: "limit ? + 0",
  announceHead: null,
  distributed: "0",
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
  // A row's new version then fits beside the old one, and the indexes need no new entry.
  keepRoom: (table) => [`alter table ${table} set (fillfactor = 50)`],
  // The server sends rows faster than it joins them: it allocates and copies a joined page several times. Rows without a
  // position hold the slot and the columns. The parts of a union all are read one after the other.
  pageSql: ({ sql }, columns) =>
    [
      `select cast(null as bytea), cast(coalesce(max(slot), 0) as text) from blocks`,
      ...columns.map(
        (column) => `select cast(null as bytea), cast(${column} as text)`,
      ),
      `(${sql})`,
    ].join(" union all "),
  pageOf: (rows, separator) => {
    const first = rows.findIndex(([position]) => position !== null);
    const items = first < 0 ? [] : rows.slice(first);
    const [slot, ...columns] = rows.slice(0, rows.length - items.length);
    return {
      slot: Number(slot![1]),
      columns: columns.map(([, value]) => value!),
      count: items.length,
      last: (items.at(-1)?.[0] ?? null) as Uint8Array | null,
      items: items.map(([, item]) => item).join(separator),
    };
  },
  joinBytes: (column) => `string_agg(${column}, ''::bytea)`,
  hex: (column) => `encode(${column}, 'hex')`,
  limit: "limit ?",
  announceHead: `select pg_notify(${HEAD_CHANNEL}, ?)`,
  distributed: `case when to_regclass('pg_dist_partition') is null then 0 else 1 end::bigint`,
  lockSchema: "select pg_advisory_xact_lock(hashtext('tachyon schema'))",
};
