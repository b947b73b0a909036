// Reads whole lists page by page as of one block.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Slot } from "../domain/values.ts";
import { joinChunks } from "../render/text.ts";
import { answerAt } from "../rpc/atSlot.ts";
import { RpcError } from "../rpc/errors.ts";
import { WHOLE_LISTS } from "../rpc/mainMethods.ts";
import type { Method, Methods, Upstreams } from "../rpc/method.ts";
import { MAX_PAGE } from "../rpc/params.ts";
import type { Reader } from "../store/reader.ts";
import { type Column, columnsOf } from "./columns.ts";
import { itemsOf } from "./items.ts";

/** The lists that can be exported. */
export const EXPORTED = WHOLE_LISTS;
export type Exported = (typeof EXPORTED)[number];

export function isExported(name: string): name is Exported {
  return (EXPORTED as readonly string[]).includes(name);
}

/** The block after which a list is read. */
export interface Point {
  readonly slot: Slot;
  /** Null at a slot before the first block that is indexed. */
  readonly blockhash: string | null;
}

const NEWEST = "select slot, blockhash from blocks order by slot desc limit 1";
const LAST_UP_TO =
  "select blockhash from blocks where slot <= ? order by slot desc limit 1";

/** The newest block, or the last one at or below a slot, from a server that has it. */
export async function findPoint(
  read: Reader,
  atSlot: Slot | null,
  signal: AbortSignal,
): Promise<Point> {
  if (atSlot === null) {
    const [newest] = await read.all(NEWEST, []);
    if (!newest) throw new RpcError("unavailable", "no block is indexed yet");
    return { slot: newest[0] as Slot, blockhash: newest[1] as string };
  }
  const at = { slot: atSlot, blockhash: null };
  return answerAt(read, ending(signal), at, "blocks", async (reading) => {
    const [last] = await reading.all(LAST_UP_TO, [atSlot]);
    return { slot: atSlot, blockhash: (last?.[0] as string | null) ?? null };
  });
}

function ending(signal: AbortSignal): Upstreams {
  return { chain: null, prover: null, abandoned: () => signal };
}

export interface Walk {
  readonly columns: readonly Column[];
  readonly point: Point;
  /** The JSON of the items, page by page. Throws if the block is undone meanwhile. */
  pages(): AsyncGenerator<string[]>;
}

export interface WalkParts {
  readonly read: Reader;
  readonly methods: Methods;
  readonly method: Exported;
  /** The method's parameters without cursor, limit and atSlot. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly point: Point;
  readonly signal: AbortSignal;
  /** Receives the price of each page before it is read. */
  readonly charge?: (units: number) => void;
  /** Items to read at once. */
  readonly pageItems?: number | undefined;
}

/** Throws an RpcError if the parameters are wrong. */
export function openWalk(parts: WalkParts): Walk {
  const method: Method = parts.methods[parts.method]!;
  const { read, params, point, signal, pageItems: limit = MAX_PAGE } = parts;
  const at = { atSlot: point.slot, blockhash: point.blockhash };
  const prepare = (cursor: string | null) =>
    method.prepare({ ...params, ...at, cursor, limit });
  prepare(null);
  const upstreams = ending(signal);
  return {
    columns: columnsOf(method.result)!,
    point,
    async *pages() {
      let cursor: string | null = null;
      do {
        signal.throwIfAborted();
        const call = prepare(cursor);
        parts.charge?.(call.units);
        const page = itemsOf(joinChunks(await call.answer(read, upstreams)));
        cursor = page.cursor;
        yield page.items;
        await nextTurn();
      } while (cursor !== null);
    },
  };
}

/** A name made of the method, the key and the slot. */
export function fileName(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { slot }: Point,
  extension: string,
): string {
  const keys = Object.values(params).filter(
    (value): value is string =>
      typeof value === "string" && /^[1-9A-HJ-NP-Za-km-z]+$/.test(value),
  );
  return `${[method, ...keys, slot].join("-")}.${extension}`;
}
