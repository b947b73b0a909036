import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { Reading, Value } from "../../src/store/connection.ts";
import { askedLists, type AskedList } from "./lists.ts";

export const PLACES = ["first", "deep", "busiest", "filtered"] as const;
export type Place = (typeof PLACES)[number];
/** An unfiltered list. */
export type ListPlace = Exclude<Place, "filtered">;

/** One line of the table: a method, a page size, and a position in a list. */
export interface PageCase {
  readonly method: string;
  readonly items: number;
  readonly place: Place;
  /** Request bodies, sent in rotation. Each gives a full page. */
  readonly bodies: readonly string[];
}

/** Different keys per case, so that the same page is not read repeatedly. */
const MAX_KEYS = 64;
const KEYS_TRIED = 4000;

export async function pageCases(
  reading: Reading,
  only: string,
  sizes: readonly number[],
  places: readonly ListPlace[],
): Promise<PageCase[]> {
  const cases: PageCase[] = [];
  for (const list of askedLists.filter(({ method }) => method.includes(only))) {
    for (const items of sizes) {
      const keys = await keysWith(reading, list, items);
      for (const place of places) {
        const asked = await bodies(reading, list, items, place, keys);
        if (asked.length > 0)
          cases.push({ method: list.method, items, place, bodies: asked });
      }
    }
  }
  return cases;
}

/** Keys whose list fills a page, the longest first. A small store may have none. */
async function keysWith(
  reading: Reading,
  list: AskedList,
  items: number,
): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  const tried = list.parameter === null ? 1 : KEYS_TRIED;
  const last = `limit 1 offset ${items - 1}`;
  for (let index = 0; index < tried && found.length <= MAX_KEYS; index++) {
    const key = list.key(index);
    const [row] = await ask(reading, list, key, "1", last);
    if (row) found.push(key);
    else if (index === 0) break;
  }
  return found;
}

async function bodies(
  reading: Reading,
  list: AskedList,
  items: number,
  place: ListPlace,
  keys: readonly Uint8Array[],
): Promise<string[]> {
  const [busiest, ...others] = keys;
  if (!busiest) return [];
  const first = (key: Uint8Array) => body(list, key, items, null);
  if (place === "busiest") return [first(busiest)];
  if (place === "first")
    return (others.length > 0 ? others : [busiest]).map(first);
  const found: string[] = [];
  for (const key of keys.slice(0, 16))
    found.push(
      body(list, key, items, await halfWay(reading, list, key, items)),
    );
  return found;
}

/** A position in the middle of the list, or earlier if no full page would follow. */
async function halfWay(
  reading: Reading,
  list: AskedList,
  key: Uint8Array,
  items: number,
): Promise<Uint8Array | null> {
  const [counted] = await ask(reading, list, key, "count(*)", "");
  const count = counted![0] as number;
  const skipped = Math.min(Math.floor(count / 2), count - items);
  if (skipped <= 0) return null;
  const order = `order by position ${list.direction} limit 1 offset ${skipped - 1}`;
  const [row] = await ask(reading, list, key, "position", order);
  return row![0] as Uint8Array;
}

function ask(
  reading: Reading,
  { table, parameter }: AskedList,
  key: Uint8Array,
  what: string,
  rest: string,
) {
  const where = parameter === null ? "" : "where key = ?";
  const values: Value[] = parameter === null ? [] : [key];
  return reading.all(
    `select ${what} from ${table.name} ${where} ${rest}`,
    values,
  );
}

function body(
  { method, parameter, cursor }: AskedList,
  key: Uint8Array,
  limit: number,
  after: Uint8Array | null,
): string {
  const params = {
    ...(parameter === null ? {} : { [parameter]: encodeBase58(key) }),
    ...(after ? { cursor: cursor.render(after) } : {}),
    limit,
  };
  return JSON.stringify({ jsonrpc: "2.0", id: "test-account", method, params });
}
