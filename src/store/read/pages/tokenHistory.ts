import type { Address, Slot } from "../../../domain/values.ts";
import type { Reading, Value } from "../../connection.ts";
import type { Dialect } from "../../dialect.ts";
import type { MaybePromise } from "../../maybePromise.ts";
import type { Page } from "../../page.ts";
import { slotPosition } from "../../schema/positions.ts";
import { tokenChanges } from "../../schema/tables.ts";
import { END, readPage } from "./definePages.ts";
import { readWhole } from "./inChunks.ts";

export interface TokenHistoryRequest {
  /** At least one of owner and mint. */
  readonly owner: Address | null;
  readonly mint: Address | null;
  /** Slot ‖ index ‖ mint ‖ owner of the last item of the previous page. */
  readonly after: Uint8Array | null;
  /** Only changes of this slot and older ones. */
  readonly atSlot: Slot | null;
  readonly limit: number;
}

/** Newest first. The keys decide which index the list is read from; each has the rows in the order of the list. */
export function tokenHistory(
  reading: Reading,
  request: TokenHistoryRequest,
): MaybePromise<Page> {
  return readWhole(reading, request, (from) => (after, limit) => {
    const { where, order, values } = listOf(request, after);
    const sql = pageSql(reading.dialect, where, order);
    const all = [...values, limit];
    const asked = { sql, values: all, separator: ",", within: null };
    return readPage(from, limit, asked);
  });
}

interface ListQuery {
  readonly where: string;
  readonly order: string;
  readonly values: readonly Value[];
}

function listOf(
  { owner, mint, atSlot }: TokenHistoryRequest,
  after: Uint8Array | null,
): ListQuery {
  const before = upperBound(after, atSlot);
  if (owner && mint) {
    const upper = justAbove(
      before.position,
      [mint, before.mint],
      [owner, before.owner],
    );
    return {
      where: "owner = ? and mint = ? and position < ?",
      order: "t.position desc",
      values: [owner, mint, upper],
    };
  }
  if (owner)
    return {
      where: "owner = ? and (position, mint) < (?, ?)",
      order: "t.position desc, t.mint desc",
      values: [
        owner,
        before.position,
        justAbove(before.mint, [owner, before.owner]),
      ],
    };
  const others = Buffer.compare(mint!, before.mint);
  return {
    where: "mint = ? and (position, owner) < (?, ?)",
    order: "t.position desc, t.owner desc",
    values: [
      mint!,
      others < 0 ? followedBy0(before.position) : before.position,
      others === 0 ? before.owner : NOTHING,
    ],
  };
}

const NOTHING = new Uint8Array(0);

interface Bound {
  readonly position: Uint8Array;
  readonly mint: Uint8Array;
  readonly owner: Uint8Array;
}

function upperBound(after: Uint8Array | null, atSlot: Slot | null): Bound {
  const end = atSlot === null ? END : slotPosition(atSlot + 1);
  if (!after || Buffer.compare(after, end) >= 0)
    return { position: end, mint: NOTHING, owner: NOTHING };
  return {
    position: after.subarray(0, 12),
    mint: after.subarray(12, 44),
    owner: after.subarray(44),
  };
}

/**
 * The exclusive bound of a column whose later columns are fixed in this list. Values equal to the bound are included if
 * the first later column that differs is below its own bound, which happens with the cursor of another list.
 */
function justAbove(
  bound: Uint8Array,
  ...further: readonly (readonly [Uint8Array, Uint8Array])[]
): Uint8Array {
  for (const [own, other] of further) {
    const order = Buffer.compare(own, other);
    if (order !== 0) return order < 0 ? followedBy0(bound) : bound;
  }
  return bound;
}

/** The smallest bytes above these. */
function followedBy0(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.of(0)]);
}

const spelled = new Map<string, string>();

function pageSql(dialect: Dialect, where: string, order: string): string {
  const id = dialect.name + where;
  let sql = spelled.get(id);
  if (!sql) {
    const position = `cast(position || mint || owner as ${dialect.types.bytes})`;
    const item = `item || change || ',"balance":' || coalesce(balance, 'null') || '}'`;
    const rows = `select ${position} as position, ${item} as item from ${tokenChanges.name} t
             where ${where} order by ${order} ${dialect.limit}`;
    const page = { sql: rows, direction: "desc", separator: "," } as const;
    sql = dialect.pageSql(page, []);
    spelled.set(id, sql);
  }
  return sql;
}
