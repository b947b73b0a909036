// The rows of balances: what a batch adds to them, and what they are afterwards.
import { decodeU128, encodeU128 } from "../../../codecs/bigEndian.ts";
import type { Slot } from "../../../domain/values.ts";
import { type Changes, rowKey } from "../changes.ts";
import type { Connection, Row } from "../../connection.ts";
import type { Table } from "../../schema/tables.ts";

/** A transaction's position in the chain. */
export interface Place {
  readonly slot: Slot;
  /** Among the compression transactions of its block. */
  readonly place: number;
  /** The transaction's item in the lists of signatures. */
  readonly item: string;
}

export interface Step {
  readonly by: Place;
  amount: bigint;
}

export interface Delta {
  readonly key: Row;
  amount: bigint;
  accounts: number;
  /** The slot of the first added account; infinite without one. */
  since: Slot;
  /** In the order of arrival, which is that of the chain except during backfilling. */
  readonly steps: Step[];
}

/** The change of a balance by one transaction, and the balance after it. */
export interface SettledStep {
  readonly by: Place;
  readonly change: bigint;
  readonly after: bigint;
}

/** The changes of one balance in a batch, in the order of the chain. */
export interface Settled {
  readonly key: Row;
  /** Whether its row was stored before. */
  readonly existed: boolean;
  /** Its row after the batch; null if there is none. */
  readonly row: Row | null;
  /** Accounts added, as in `accounts_seen`. */
  readonly accounts: number;
  /** The slot of the first added account; infinite without one. */
  readonly since: Slot;
  readonly before: bigint;
  readonly after: bigint;
  /** Without changes of 0 and without undone transactions. */
  readonly steps: readonly SettledStep[];
}

function hasChanged({ amount, accounts, steps }: Delta): boolean {
  return amount !== 0n || accounts !== 0 || steps.length > 0;
}

export async function findStored(
  connection: Connection,
  table: Table,
  deltas: ReadonlyMap<string, Delta>,
): Promise<Map<string, Row>> {
  const keys = [...deltas.values()].filter(hasChanged).map(({ key }) => key);
  const stored = new Map<string, Row>();
  for (const row of await connection.findMany(table, keys))
    stored.set(rowKey(row, table.keyColumns), row);
  return stored;
}

export function settleRows(
  deltas: ReadonlyMap<string, Delta>,
  table: Table,
  stored: ReadonlyMap<string, Row>,
): Settled[] {
  return [...deltas]
    .filter(([, delta]) => hasChanged(delta))
    .map(([id, delta]) => settleRow(table, delta, stored.get(id)));
}

function settleRow(
  table: Table,
  delta: Delta,
  stored: Row | undefined,
): Settled {
  const at = table.keyColumns;
  const before = stored ? decodeU128(stored[at] as Uint8Array) : 0n;
  const seen = stored ? (stored[at + 1] as number) : 0;
  const after = before + delta.amount;
  const accounts = seen + delta.accounts;
  const since = "since" in table.columns ? [firstSlot(delta, stored)] : [];
  const row = [...delta.key, encodeU128(after), accounts, ...since];
  return {
    ...{ key: delta.key, before, after },
    ...{ accounts: delta.accounts, since: delta.since },
    steps: settleSteps(delta, before),
    existed: stored !== undefined,
    row: accounts === 0 ? null : row,
  };
}

export function putRows(
  changes: Changes,
  table: Table,
  settled: readonly Settled[],
): void {
  for (const { key, row } of settled)
    if (row) changes.put(table, row);
    else changes.remove(table, key);
}

/** Null if it was seen before this was stored. */
function firstSlot(
  { key, since }: Delta,
  stored: Row | undefined,
): Slot | null {
  if (!stored) return since;
  const before = stored[key.length + 2] as Slot | null;
  return before === null ? null : Math.min(before, since);
}

/** One step per transaction: an account that turns out to be spent adds to an earlier transaction. */
function settleSteps({ steps }: Delta, before: bigint): SettledStep[] {
  const inOrder = steps.every((s, i) => i === 0 || order(steps[i - 1]!, s) < 0)
    ? steps
    : merged(steps);
  const settled: SettledStep[] = [];
  let after = before;
  for (const { by, amount } of inOrder) {
    after += amount;
    if (amount !== 0n) settled.push({ by, change: amount, after });
  }
  return settled;
}

function merged(steps: readonly Step[]): Step[] {
  const sums: Step[] = [];
  for (const { by, amount } of steps.toSorted(order)) {
    const last = sums.at(-1);
    if (last && order(last, { by }) === 0) last.amount += amount;
    else sums.push({ by, amount });
  }
  return sums;
}

function order(a: Pick<Step, "by">, b: Pick<Step, "by">): number {
  return a.by.slot - b.by.slot || a.by.place - b.by.place;
}
