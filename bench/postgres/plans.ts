import { numberPlaceholders } from "../../src/store/postgres/protocol/placeholders.ts";
import { openSession } from "../../src/store/postgres/session.ts";
import { readSettings } from "../../src/store/postgres/server.ts";
import { postgres } from "../../src/store/dialect.ts";
import type { Reading, Value } from "../../src/store/connection.ts";
import type { Page } from "../../src/store/page.ts";
import {
  definePages,
  defineUnkeyedPages,
} from "../../src/store/read/pages/definePages.ts";
import { type AskedList, askedLists } from "../pages/lists.ts";

const LIMIT = 100;

/** The query plan of a page of the busiest list of each of the eight methods, with the rows it read. */
export async function explainPages(
  url: string,
  print: (line: string) => void,
): Promise<void> {
  const settings = readSettings({ statementTimeoutMs: 60_000 });
  const client = await openSession(url, { settings });
  for (const list of askedLists) {
    const { sql, params } = await statementOf(list);
    const { rows } = await client.query<[string]>({
      text: `explain (analyze, buffers, costs off, timing off) ${numberPlaceholders(sql)}`,
      values: params as Value[],
      rowMode: "array",
    });
    print(
      `\n${list.method}, ${LIMIT} items\n${rows.map(([line]) => `  ${line}`).join("\n")}`,
    );
  }
  await client.end();
}

/** The statement that reads a page of this list, intercepted before it is sent. */
async function statementOf(
  list: AskedList,
): Promise<{ sql: string; params: readonly Value[] }> {
  let caught: { sql: string; params: readonly Value[] } | null = null;
  const empty = { slot: 0, columns: [], count: 0, last: null, items: "" };
  const reading: Reading = {
    dialect: postgres,
    all: () => [],
    page: (sql, params) => {
      caught = { sql, params };
      return empty;
    },
  };
  await pageOf(list, reading);
  return caught!;
}

function pageOf(list: AskedList, reading: Reading): Page | Promise<Page> {
  const { table, direction, parameter } = list;
  const request = { after: null, limit: LIMIT };
  return parameter === null
    ? defineUnkeyedPages(table, direction).page(reading, request)
    : definePages(table, direction).page(reading, {
        ...request,
        key: list.key(0),
      });
}
