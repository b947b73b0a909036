import { base58 } from "@scure/base";
import type { DataWindow } from "../../src/domain/query.ts";
import { asAddress } from "../../src/domain/values.ts";
import type { Connection } from "../../src/store/connection.ts";
import {
  addFilterIndex,
  buildStep,
  findFilterIndex,
} from "../../src/store/filterIndexes/upkeep.ts";
import { listKey } from "../../src/store/filterIndexes/definition.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import { accountsByWindow } from "../../src/store/schema/tables.ts";
import { keyBytes } from "../state/keys.ts";
import type { PageCase } from "./cases.ts";

const METHOD = "getCompressedAccountsByOwner";
/** The first byte of the data of the busiest program's accounts: each value matches one in 256. */
const WINDOW: DataWindow = {
  owner: asAddress(keyBytes("program", 0)),
  offset: 0,
  length: 1,
};
const MAX_VALUES = 64;

/** Pages with a filter that has a filter index, which is built if missing. */
export async function filteredCases(
  url: string,
  only: string,
  sizes: readonly number[],
): Promise<PageCase[]> {
  if (!METHOD.includes(only)) return [];
  const connection = await openForUpkeep(url);
  try {
    await addFilterIndex(connection, WINDOW);
    while ((await buildStep(connection, WINDOW)) > 0);
    const cases: PageCase[] = [];
    for (const items of sizes) {
      const bodies = (await valuesWith(connection, items)).map((byte) =>
        body(byte, items),
      );
      if (bodies.length > 0)
        cases.push({ method: METHOD, items, place: "filtered", bodies });
    }
    return cases;
  } finally {
    await connection.close();
  }
}

/** First bytes that enough accounts have to fill a page. */
async function valuesWith(
  connection: Connection,
  items: number,
): Promise<number[]> {
  const { id } = (await findFilterIndex(connection, WINDOW))!;
  const found: number[] = [];
  for (let byte = 0; byte < 256 && found.length < MAX_VALUES; byte++) {
    const sql = `select 1 from ${accountsByWindow.name} where key = ? limit 1 offset ${items - 1}`;
    const key = listKey(id, Uint8Array.of(byte));
    const [row] = await connection.all(sql, [key]);
    if (row) found.push(byte);
  }
  return found;
}

function body(byte: number, limit: number): string {
  const memcmp = { offset: 0, bytes: base58.encode(Uint8Array.of(byte)) };
  const params = {
    owner: base58.encode(WINDOW.owner),
    filters: [{ memcmp }],
    limit,
  };
  return JSON.stringify({
    jsonrpc: "2.0",
    id: "test-account",
    method: METHOD,
    params,
  });
}
