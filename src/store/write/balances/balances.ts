import { decodeU128, encodeU128 } from "../../../codecs/bigEndian.ts";
import { mapKey } from "../../../codecs/bytes.ts";
import type { Address, Slot } from "../../../domain/values.ts";
import {
  byBlock,
  putLamportChanges,
  putTokenChanges,
} from "./balanceChanges.ts";
import {
  backfillHolders,
  followHolders,
  type Settling,
  undoHolders,
} from "../../past/settleHolders.ts";
import { type Changes, rowKey } from "../changes.ts";
import type { Connection, Row } from "../../connection.ts";
import type { Counts } from "../counts.ts";
import {
  countBackfilled,
  countNew,
  countUndone,
  type MintCounts,
} from "./mintTransactions.ts";
import { settleMints } from "./mintTotals.ts";
import type { MaybePromise } from "../../maybePromise.ts";
import { countFirstBalances, countLastBalances } from "./tokenOwners.ts";
import {
  lamportBalances,
  type Table,
  tokenBalances,
} from "../../schema/tables.ts";

/** A transaction's position in the chain. */
export interface Place {
  readonly slot: Slot;
  /** Among the compression transactions of its block. */
  readonly place: number;
  /** The transaction's item in the lists of signatures. */
  readonly item: string;
}

interface Step {
  readonly by: Place;
  amount: bigint;
}

interface Delta {
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
  /** Whether its row was stored before, and is stored after the batch. */
  readonly existed: boolean;
  readonly exists: boolean;
  /** Accounts added, as in `accounts_seen`. */
  readonly accounts: number;
  /** The slot of the first added account; infinite without one. */
  readonly since: Slot;
  readonly before: bigint;
  readonly after: bigint;
  /** Without changes of 0 and without undone transactions. */
  readonly steps: readonly SettledStep[];
}

/**
 * `exact`: the batch follows the head, and no earlier block is missing. `after the head`: the same, but older blocks
 * are missing. `below the head`: it backfills older blocks. `backwards`: it undoes blocks.
 */
export type BatchKind =
  "exact" | "after the head" | "below the head" | "backwards";

/** The changes of a batch to the balances, added to the stored rows at its end. */
export class Balances {
  readonly #kind: BatchKind;
  readonly #tokens = new Map<string, Delta>();
  readonly #lamports = new Map<string, Delta>();
  #undone: MintCounts = new Map();
  #settled: readonly Settled[] = [];

  constructor(kind: BatchKind) {
    this.#kind = kind;
  }

  /**
   * `accounts` is 1 for a new account, -1 when its creation is undone, 0 for a spend or its undoing. `by` is null where
   * the history does not change, `slot` is that of the account.
   */
  addTokens(key: readonly [Address, Address], added: Added): void {
    add(this.#tokens, key, added);
  }

  addLamports(owner: Address, added: Added): void {
    add(this.#lamports, [owner], added);
  }

  /** `undoneTo` is the newest slot that stays when blocks are undone. */
  async settle(
    settling: Settling,
    counts: Counts,
    undoneTo: Slot | null,
  ): Promise<void> {
    const { connection, changes } = settling;
    const tokens = await settleTable(
      connection,
      changes,
      tokenBalances,
      this.#tokens,
    );
    this.#settled = tokens;
    await countFirstBalances(connection, tokens, counts);
    const transactions = await this.#countTransactions(connection, tokens);
    await settleMints(settling, tokens, transactions, counts);
    const lamports = await settleTable(
      connection,
      changes,
      lamportBalances,
      this.#lamports,
    );
    for (const { existed, exists } of lamports)
      counts.add("owners", Number(exists) - Number(existed));
    await this.#settleHolders(settling, tokens, undoneTo);
    if (this.#kind === "backwards") return;
    await putTokenChanges(connection, changes, tokens, this.#kind);
    await putLamportChanges(connection, changes, lamports, this.#kind);
  }

  /** Call it before rows of undone blocks are removed. */
  async countUndone(connection: Connection, undoneTo: Slot): Promise<void> {
    const mints = new Map<string, Address>();
    for (const { key } of this.#tokens.values()) {
      const mint = key[1] as Address;
      mints.set(mapKey(mint), mint);
    }
    const last = [...mints.values()];
    this.#undone = await countUndone(connection, last, undoneTo);
  }

  /** Call it after the rows are written. */
  countLast(connection: Connection, counts: Counts): Promise<void> {
    return countLastBalances(connection, this.#settled, counts);
  }

  #countTransactions(
    connection: Connection,
    tokens: readonly Settled[],
  ): MaybePromise<MintCounts> {
    if (this.#kind === "backwards") return this.#undone;
    return this.#kind === "below the head"
      ? countBackfilled(connection, tokens)
      : countNew(tokens);
  }

  #settleHolders(
    settling: Settling,
    tokens: readonly Settled[],
    undoneTo: Slot | null,
  ): Promise<void> {
    const changed = tokens.map(({ key, before, after, steps }) => {
      const [owner, mint] = key as [Address, Address];
      return { owner, mint, before, after, blocks: byBlock(steps) };
    });
    if (undoneTo !== null) return undoHolders(settling, changed, undoneTo);
    return this.#kind === "below the head"
      ? backfillHolders(settling, changed)
      : followHolders(settling, changed);
  }
}

export interface Added {
  readonly amount: bigint;
  readonly accounts: number;
  readonly slot: Slot;
  readonly by: Place | null;
}

function add(
  deltas: Map<string, Delta>,
  key: readonly Address[],
  { amount, accounts, slot, by }: Added,
): void {
  const id = rowKey(key, key.length);
  let delta = deltas.get(id);
  if (!delta)
    deltas.set(
      id,
      (delta = { key, amount: 0n, accounts: 0, since: Infinity, steps: [] }),
    );
  delta.amount += amount;
  delta.accounts += accounts;
  if (accounts > 0 && slot < delta.since) delta.since = slot;
  if (!by || amount === 0n) return;
  const last = delta.steps.at(-1);
  if (last?.by === by) last.amount += amount;
  else delta.steps.push({ by, amount });
}

async function settleTable(
  connection: Connection,
  changes: Changes,
  table: Table,
  deltas: Map<string, Delta>,
): Promise<Settled[]> {
  const changed = [...deltas].filter(
    ([, { amount, accounts, steps }]) =>
      amount !== 0n || accounts !== 0 || steps.length > 0,
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
): Settled {
  const at = table.keyColumns;
  const before = stored ? decodeU128(stored[at] as Uint8Array) : 0n;
  const seen = stored ? (stored[at + 1] as number) : 0;
  const after = before + delta.amount;
  const accounts = seen + delta.accounts;
  if (accounts === 0) changes.remove(table, delta.key);
  else {
    const since = "since" in table.columns ? [firstSlot(delta, stored)] : [];
    changes.put(table, [...delta.key, encodeU128(after), accounts, ...since]);
  }
  return {
    ...{ key: delta.key, before, after },
    ...{ existed: stored !== undefined, exists: accounts !== 0 },
    ...{ accounts: delta.accounts, since: delta.since },
    steps: settleSteps(delta, before),
  };
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
