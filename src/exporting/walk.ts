// Reads whole lists page by page as of one block.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Slot } from "../domain/values.ts";
import { joinChunks } from "../render/text.ts";
import { RpcError } from "../rpc/errors.ts";
import { WHOLE_LISTS } from "../rpc/mainMethods.ts";
import type { Method, Methods, Upstreams } from "../rpc/method.ts";
import { MAX_PAGE } from "../rpc/params.ts";
import type { Reader } from "../store/reader.ts";
import { slotNotReached } from "../rpc/minContextSlot.ts";
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
  readonly blockhash: string;
}

/** The last block at or below a slot, or the newest one. */
export async function findPoint(
  read: Reader,
  atSlot: Slot | null,
): Promise<Point> {
  const upTo = atSlot ?? Number.MAX_SAFE_INTEGER;
  const rows = await read.all(
    "select slot, blockhash, (select max(slot) from blocks) from blocks where slot <= ? order by slot desc limit 1",
    [upTo],
  );
  const [slot, blockhash, head] = rows[0] ?? [];
  if (slot === undefined)
    throw new RpcError("notKept", `nothing is indexed up to slot ${upTo}`);
  if (atSlot !== null && atSlot > (head as Slot))
    throw slotNotReached(head as Slot);
  return { slot: atSlot ?? (slot as Slot), blockhash: blockhash as string };
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
  const upstreams: Upstreams = {
    ...{ chain: null, prover: null },
    abandoned: () => signal,
  };
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
