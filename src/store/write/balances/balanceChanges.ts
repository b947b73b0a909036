// The history of balances: the change of each transaction and the balance after it.
import type { Address } from "../../../domain/values.ts";
import { renderTokenChange } from "../../../render/tokenChange.ts";
import type { BatchKind } from "./balances.ts";
import type { Settled, SettledStep } from "./balanceRows.ts";
import { type Changes, rowKey } from "../changes.ts";
import type { Connection, Row } from "../../connection.ts";
import { placePosition, slotPosition } from "../../schema/positions.ts";
import {
  lamportChanges,
  type Table,
  tokenChanges,
} from "../../schema/tables.ts";

/** A row of a history, with its columns after change and balance. */
interface NewRow {
  readonly key: Row;
  readonly change: bigint;
  readonly balance: bigint;
  readonly rest: Row;
}

export function putTokenChanges(
  connection: Connection,
  changes: Changes,
  settled: readonly Settled[],
  kind: BatchKind,
): Promise<void> {
  const rows = function* (): Generator<NewRow> {
    for (const { key, steps } of settled) {
      const [owner, mint] = key as [Address, Address];
      for (const { by, change, after } of steps) {
        const position = placePosition(by.slot, by.place);
        const item = renderTokenChange(by.item, owner, mint);
        const own = { key: [owner, mint, position], rest: [item] };
        yield { ...own, change, balance: after };
      }
    }
  };
  return putRows(connection, changes, tokenChanges, { rows: rows(), kind });
}

/** One row per block, because lamports are queried at a slot and not as a list. */
export function putLamportChanges(
  connection: Connection,
  changes: Changes,
  settled: readonly Settled[],
  kind: BatchKind,
): Promise<void> {
  const rows = function* (): Generator<NewRow> {
    for (const { key, steps } of settled)
      for (const { slot, change, after } of byBlock(steps)) {
        const own = { key: [...key, slotPosition(slot)], rest: [] };
        yield { ...own, change, balance: after };
      }
  };
  return putRows(connection, changes, lamportChanges, { rows: rows(), kind });
}

/** The change of a balance by a block, and the balance after it. */
export interface BlockStep {
  readonly slot: number;
  readonly change: bigint;
  readonly after: bigint;
}

/** Without blocks that do not change the balance. */
export function byBlock(steps: readonly SettledStep[]): BlockStep[] {
  const blocks: BlockStep[] = [];
  for (const { by, change, after } of steps) {
    const last = blocks.at(-1);
    const same = last?.slot === by.slot;
    const sum = same ? last.change + change : change;
    if (same) blocks.pop();
    blocks.push({ slot: by.slot, change: sum, after });
  }
  return blocks.filter(({ change }) => change !== 0n);
}

interface Put {
  readonly rows: Iterable<NewRow>;
  readonly kind: BatchKind;
}

async function putRows(
  connection: Connection,
  changes: Changes,
  table: Table,
  { rows, kind }: Put,
): Promise<void> {
  if (kind === "below the head")
    return addRows(connection, changes, table, [...rows]);
  for (const { key, change, balance, rest } of rows) {
    const after = kind === "exact" ? String(balance) : null;
    changes.add(table, [...key, String(change), after, ...rest]);
    const ahead = changes.writeAhead(connection);
    if (ahead) await ahead;
  }
}

/** A backfilled block may contain an account that a later transaction has spent, whose change is already written. */
async function addRows(
  connection: Connection,
  changes: Changes,
  table: Table,
  rows: readonly NewRow[],
): Promise<void> {
  const keys = rows.map(({ key }) => key);
  const stored = new Map<string, bigint>();
  for (const row of await connection.findMany(table, keys))
    stored.set(
      rowKey(row, table.keyColumns),
      BigInt(row[table.keyColumns] as string),
    );
  for (const { key, change, rest } of rows) {
    const before = stored.get(rowKey(key, table.keyColumns)) ?? 0n;
    const sum = before + change;
    if (sum === 0n) changes.remove(table, key);
    else changes.put(table, [...key, String(sum), null, ...rest]);
  }
}
