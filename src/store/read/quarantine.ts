import { asciiJson } from "../../codecs/asciiJson.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import type { SetAside } from "../../domain/update.ts";
import type { Signature, Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { Page } from "../page.ts";
import { selectSql } from "../schema/statements.ts";
import * as tables from "../schema/tables.ts";

export interface QuarantinedTransaction extends SetAside {
  readonly slot: Slot;
}

export interface SetAsidePageRequest {
  /** Null: of all slots. */
  readonly slot: Slot | null;
  readonly after: Uint8Array | null;
  readonly limit: number;
}

/** A page of them without their bytes, in chain order. A position is the slot and the place in the block. */
export async function pageOfSetAside(
  reading: Reading,
  { slot, after, limit }: SetAsidePageRequest,
): Promise<Page> {
  const from = after ? readPosition(after) : [-1, -1];
  const only = slot === null ? [] : [slot];
  const sql = `select (select coalesce(max(slot), 0) from ${tables.blocks.name}), q.*
     from (select 1 as always) as one left join (
       select slot, transaction_index, signature, reason from ${tables.quarantine.name}
       where (slot, transaction_index) > (?, ?) ${slot === null ? "" : "and slot = ?"}
       order by slot, transaction_index ${reading.dialect.limit}) as q on true
     order by q.slot, q.transaction_index`;
  const rows = await reading.all(sql, [...from, ...only, limit]);
  const found = rows.filter((row) => row[1] !== null);
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    slot: rows[0]![0] as Slot,
    items: found.map((row) => renderSetAside(row.slice(1))).join(","),
    count: found.length,
    cursor: last ? positionOf(last[1] as Slot, last[2] as number) : null,
    trees: null,
  };
}

function positionOf(slot: Slot, place: number): Uint8Array {
  const position = Buffer.alloc(12);
  position.writeBigUInt64BE(BigInt(slot));
  position.writeUInt32BE(place, 8);
  return position;
}

function readPosition(position: Uint8Array): [slot: number, place: number] {
  const view = Buffer.from(position);
  return [Number(view.readBigUInt64BE()), view.readUInt32BE(8)];
}

function renderSetAside([slot, index, signature, reason]: readonly unknown[]) {
  const name = signature
    ? `"${encodeBase58(signature as Uint8Array)}"`
    : "null";
  const why = asciiJson(JSON.stringify(reason));
  return `{"slot":${slot as number},"index":${index as number},"signature":${name},"reason":${why}}`;
}

/** Transactions set aside after (slot, index), in chain order, one page at a time. */
export async function listQuarantined(
  reading: Reading,
  limit: number,
  after: Pick<QuarantinedTransaction, "slot" | "index"> = {
    slot: -1,
    index: -1,
  },
): Promise<QuarantinedTransaction[]> {
  const sql = `${selectSql(tables.quarantine)} where (slot, transaction_index) > (?, ?) order by slot, transaction_index ${reading.dialect.limit}`;
  const rows = await reading.all(sql, [after.slot, after.index, limit]);
  return rows.map((row) => ({
    slot: row[0] as number,
    index: row[1] as number,
    signature: row[2] as Signature | null,
    reason: row[3] as string,
    bytes: row[4] as Uint8Array,
  }));
}
