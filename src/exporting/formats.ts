import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { type Cell, cellsOf, type Column } from "./columns.ts";
import { parseItem } from "./items.ts";

/** Encodes items as a file, part by part. */
export interface Encoder {
  begin(): Uint8Array;
  /**
   * The bytes for the items; some may be held back until there are more. `more` are the cells of columns before the
   * item's own.
   */
  add(items: readonly string[], more?: readonly Cell[]): Uint8Array;
  end(): Uint8Array;
}

export interface Format {
  readonly extension: string;
  readonly type: string;
  /** `more` are columns before those of the items. */
  encoder(columns: readonly Column[], more?: readonly Column[]): Encoder;
}

const NOTHING = new Uint8Array(0);

const ndjson: Format = {
  extension: "ndjson",
  type: "application/x-ndjson; charset=utf-8",
  encoder: (_columns, more = []) => ({
    begin: () => NOTHING,
    add: (items, before = []) => {
      const own = more
        .map(({ name }, i) => `"${name}":${JSON.stringify(before[i])},`)
        .join("");
      return Buffer.from(
        items.map((item) => `{${own}${item.slice(1)}\n`).join(""),
      );
    },
    end: () => NOTHING,
  }),
};

const csv: Format = {
  extension: "csv",
  type: "text/csv; charset=utf-8; header=present",
  encoder: (columns, more = []) => ({
    begin: () =>
      Buffer.from(lineOf([...more, ...columns].map(({ name }) => name))),
    add: (items, before = []) =>
      Buffer.from(
        items
          .map((item) =>
            lineOf([...before, ...cellsOf(parseItem(item), columns)]),
          )
          .join(""),
      ),
    end: () => NOTHING,
  }),
};

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(cell: Cell): string {
  const text = cell === null ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows per row group: encoding them takes about ten milliseconds. */
const GROUP_ROWS = 4_096;
/** Fewer if they are long, because a group is in memory until it is encoded. */
const GROUP_BYTES = 4 * 2 ** 20;

const parquet: Format = {
  extension: "parquet",
  type: "application/vnd.apache.parquet",
  encoder: (own, more = []) => {
    const columns = [...more, ...own];
    const out = new ByteWriter();
    const schema = [
      { name: "root", num_children: columns.length },
      ...columns.map(schemaOf),
    ];
    const file = new ParquetWriter({ writer: out, schema });
    let rows: Cell[][] = [];
    let bytes = 0;
    const flush = (): void => {
      if (rows.length === 0) return;
      const columnData = columns.map(({ name }, i) => ({
        name,
        data: rows.map((cells) => cells[i]),
      }));
      void file.write({ columnData, rowGroupSize: GROUP_ROWS });
      rows = [];
      bytes = 0;
    };
    const take = (): Uint8Array => {
      const bytes = out.getBytes().slice();
      out.index = 0;
      return bytes;
    };
    return {
      begin: take,
      add(items, before = []) {
        for (const item of items) {
          rows.push([...before, ...cellsOf(parseItem(item), own)]);
          bytes += item.length;
          if (rows.length >= GROUP_ROWS || bytes >= GROUP_BYTES) flush();
        }
        return take();
      },
      end() {
        flush();
        void file.finish();
        return take();
      },
    };
  },
};

function schemaOf({ name, type }: Column) {
  const own = { name, repetition_type: "OPTIONAL" } as const;
  switch (type) {
    case "text":
      return { ...own, type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
    case "boolean":
      return { ...own, type: "BOOLEAN" } as const;
    case "integer":
      return { ...own, type: "INT64", converted_type: "INT_64" } as const;
    case "uint64":
      return { ...own, type: "INT64", converted_type: "UINT_64" } as const;
    case "decimal20":
      return {
        ...own,
        type: "FIXED_LEN_BYTE_ARRAY",
        type_length: 9,
        converted_type: "DECIMAL",
        precision: 20,
        scale: 0,
      } as const;
  }
}

export const FORMATS: Readonly<Record<string, Format>> = {
  csv,
  ndjson,
  parquet,
};

/** Undefined for an unknown name: callers send any text. */
export function formatNamed(name: string): Format | undefined {
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}
