import { decodeU128, encodeU128 } from "../../codecs/bigEndian.ts";
import type { Address } from "../../domain/values.ts";
import { renderHolder } from "../../render/holder.ts";
import { type Changes, rowKey } from "./changes.ts";
import type { Connection, Row } from "../connection.ts";
import { holderPosition } from "../schema/positions.ts";
import {
  holders,
  lamportBalances,
  type Table,
  tokenBalances,
} from "../schema/tables.ts";

interface Delta {
  readonly key: Row;
  amount: bigint;
  accounts: number;
}

/** The changes of a batch to the balances, added to the stored rows at its end. */
export class Balances {
  readonly #tokens = new Map<string, Delta>();
  readonly #lamports = new Map<string, Delta>();

  /** `accounts` is 1 for a new account, -1 when its creation is undone, 0 for a spend or its undoing. */
  addTokens(
    owner: Address,
    mint: Address,
    amount: bigint,
    accounts: number,
  ): void {
    add(this.#tokens, [owner, mint], amount, accounts);
  }

  addLamports(owner: Address, amount: bigint, accounts: number): void {
    add(this.#lamports, [owner], amount, accounts);
  }

  async settle(connection: Connection, changes: Changes): Promise<void> {
    for (const sum of await settleTable(
      connection,
      changes,
      tokenBalances,
      this.#tokens,
    )) {
      const [owner, mint] = sum.key as [Address, Address];
      if (sum.before > 0n) {
        changes.remove(holders, [mint, holderPosition(sum.before, owner)]);
      }
      if (sum.after > 0n) {
        changes.put(holders, [
          mint,
          holderPosition(sum.after, owner),
          renderHolder(owner, sum.after),
        ]);
      }
      const ahead = changes.writeAhead(connection);
      if (ahead) await ahead;
    }
    await settleTable(connection, changes, lamportBalances, this.#lamports);
  }
}

function add(
  deltas: Map<string, Delta>,
  key: readonly Address[],
  amount: bigint,
  accounts: number,
): void {
  const id = rowKey(key, key.length);
  const delta = deltas.get(id);
  if (!delta) {
    deltas.set(id, { key, amount, accounts });
    return;
  }
  delta.amount += amount;
  delta.accounts += accounts;
}

interface Sum {
  readonly key: Row;
  readonly before: bigint;
  readonly after: bigint;
}

async function settleTable(
  connection: Connection,
  changes: Changes,
  table: Table,
  deltas: Map<string, Delta>,
): Promise<Sum[]> {
  const changed = [...deltas].filter(
    ([, { amount, accounts }]) => amount !== 0n || accounts !== 0,
  );
  const keys = changed.map(([, { key }]) => key);
  const stored = new Map<string, Row>();
  for (const row of await connection.findMany(table, keys))
    stored.set(rowKey(row, table.keyColumns), row);
  return changed.map(([id, delta]) =>
    settleRow(changes, table, delta, stored.get(id)),
  );
}

function settleRow(
  changes: Changes,
  table: Table,
  delta: Delta,
  stored: Row | undefined,
): Sum {
  const at = table.keyColumns;
  const before = stored ? decodeU128(stored[at] as Uint8Array) : 0n;
  const seen = stored ? (stored[at + 1] as number) : 0;
  const after = before + delta.amount;
  const accounts = seen + delta.accounts;
  if (accounts === 0) changes.remove(table, delta.key);
  else changes.put(table, [...delta.key, encodeU128(after), accounts]);
  return { key: delta.key, before, after };
}
