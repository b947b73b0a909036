import { mapKey } from "../../../codecs/bytes.ts";
import type { Address, Slot } from "../../../domain/values.ts";
import {
  type Delta,
  findStored,
  type Place,
  putRows,
  type Settled,
  settleRows,
} from "./balanceRows.ts";
import {
  byBlock,
  putLamportChanges,
  putTokenChanges,
} from "./balanceChanges.ts";
import {
  backfillHolders,
  followHolders,
  type HolderChange,
  holdersSince,
  type Settling,
  type SinceOf,
  undoHolders,
} from "../../past/settleHolders.ts";
import { rowKey } from "../changes.ts";
import type { Connection, Row } from "../../connection.ts";
import type { Counts } from "../counts.ts";
import {
  countBackfilled,
  countNew,
  countUndone,
  type MintCounts,
} from "./mintTransactions.ts";
import { readTotals, settleMints } from "./mintTotals.ts";
import type { MaybePromise } from "../../maybePromise.ts";
import { countFirstBalances, countLastBalances } from "./tokenOwners.ts";
import { lamportBalances, tokenBalances } from "../../schema/tables.ts";

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
  #stored: Stored = {
    tokens: new Map(),
    lamports: new Map(),
    mints: new Map(),
  };
  #settled: readonly Settled[] = [];
  #followed: Followed = { newOwners: 0, holders: [], sinceOf: NEVER };

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

  /** Reads the rows that the batch changes. */
  async read(connection: Connection): Promise<void> {
    const [tokens, lamports, totals] = await Promise.all([
      findStored(connection, tokenBalances, this.#tokens),
      findStored(connection, lamportBalances, this.#lamports),
      readTotals(connection, this.#mints()),
    ]);
    this.#stored = { tokens, lamports, mints: totals };
  }

  /** Computes the balances, and reads what depends on them: owners without a balance so far, and holders. */
  async readOwners(connection: Connection): Promise<void> {
    this.#settled = settleRows(
      this.#tokens,
      tokenBalances,
      this.#stored.tokens,
    );
    const holders = this.#settled.map(holderOf);
    const [newOwners, sinceOf] = await Promise.all([
      countFirstBalances(connection, this.#settled),
      this.#kind === "below the head"
        ? NEVER
        : holdersSince(connection, holders),
    ]);
    this.#followed = { newOwners, holders, sinceOf };
  }

  /** `undoneTo` is the newest slot that stays when blocks are undone. */
  async settle(
    settling: Settling,
    counts: Counts,
    undoneTo: Slot | null,
  ): Promise<void> {
    const { connection, changes } = settling;
    const tokens = this.#settled;
    putRows(changes, tokenBalances, tokens);
    counts.add("tokenOwners", this.#followed.newOwners);
    const transactions = await this.#countTransactions(connection, tokens);
    settleMints({ changes, counts }, tokens, transactions, this.#stored.mints);
    const lamports = settleRows(
      this.#lamports,
      lamportBalances,
      this.#stored.lamports,
    );
    putRows(changes, lamportBalances, lamports);
    for (const { existed, row } of lamports)
      counts.add("owners", Number(row !== null) - Number(existed));
    await this.#settleHolders(settling, undoneTo);
    if (this.#kind === "backwards") return;
    await putTokenChanges(connection, changes, tokens, this.#kind);
    await putLamportChanges(connection, changes, lamports, this.#kind);
  }

  /** Call it before rows of undone blocks are removed. */
  async countUndone(connection: Connection, undoneTo: Slot): Promise<void> {
    this.#undone = await countUndone(connection, this.#mints(), undoneTo);
  }

  /** Call it after the rows are written. */
  countLast(connection: Connection, counts: Counts): Promise<void> {
    return countLastBalances(connection, this.#settled, counts);
  }

  #mints(): Address[] {
    const mints = new Map<string, Address>();
    for (const { key } of this.#tokens.values()) {
      const mint = key[1] as Address;
      mints.set(mapKey(mint), mint);
    }
    return [...mints.values()];
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

  #settleHolders(settling: Settling, undoneTo: Slot | null): Promise<void> {
    const { holders, sinceOf } = this.#followed;
    if (undoneTo !== null)
      return undoHolders(settling, holders, { slot: undoneTo, sinceOf });
    return this.#kind === "below the head"
      ? backfillHolders(settling, holders)
      : followHolders(settling, holders, sinceOf);
  }
}

/** The rows before the batch, by key. */
interface Stored {
  readonly tokens: ReadonlyMap<string, Row>;
  readonly lamports: ReadonlyMap<string, Row>;
  readonly mints: ReadonlyMap<string, Row>;
}

/** What follows from the new balances. */
interface Followed {
  readonly newOwners: number;
  readonly holders: readonly HolderChange[];
  readonly sinceOf: SinceOf;
}

const NEVER: SinceOf = () => 0;

function holderOf({ key, before, after, steps }: Settled): HolderChange {
  const [owner, mint] = key as [Address, Address];
  return { owner, mint, before, after, blocks: byBlock(steps) };
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
