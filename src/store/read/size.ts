import type { Reading } from "../connection.ts";
import type { Dialect } from "../dialect.ts";

const SIZE_SQL: Readonly<Record<Dialect["name"], string>> = {
  sqlite:
    "select page_count * page_size from pragma_page_count(), pragma_page_size()",
  postgres: "select pg_database_size(current_database())",
};

/** Bytes of the store on disk, without the write-ahead log. */
export async function storeBytes(reading: Reading): Promise<number> {
  const [row] = await reading.all(SIZE_SQL[reading.dialect.name], []);
  return Number(row![0]);
}
