import { mapKey } from "../../codecs/bytes.ts";
import type { Hash, Slot } from "../../domain/values.ts";
import {
  accountToRow,
  rowToAccount,
  type Spend,
  type StoredAccount,
} from "../schema/accountRow.ts";
import { addToLists, removeFromLists } from "./accountLists.ts";
import { AddressPrograms } from "./addressPrograms.ts";
import type { Place } from "./balances/balanceRows.ts";
import { Balances, type BatchKind } from "./balances/balances.ts";
import { Changes } from "./changes.ts";
import { Counts } from "./counts.ts";
import type { Connection } from "../connection.ts";
import { accountItemId, textOfAccount } from "../changeLog/texts.ts";
import { appendEntry, type EntryKind } from "../changeLog/append.ts";
import type { Head } from "./head.ts";
import { KeptIndexes } from "../filterIndexes/definition.ts";
import { keepFrom } from "../past/kept.ts";
import { type Lifetime, lifetimeOf } from "../past/lifetimes.ts";
import { addPastRow, placesOf, removePastRow } from "../past/pastRows.ts";
import { placePosition, slotPosition } from "../schema/positions.ts";
import * as tables from "../schema/tables.ts";
import { Histories, HISTORIES } from "./histories.ts";
import { PendingSpends, UNKNOWN_PLACE } from "./pendingSpends.ts";
import { StoredTrees } from "./treeProgress.ts";
import { TreeSettlement } from "../trees/write/settle.ts";
import { TreeLedger } from "../trees/write/treeLedger.ts";
import { TreeStates } from "../trees/treeStates.ts";

/** An account before and after a batch of blocks; null where it does not exist. */
interface Entry {
  readonly before: StoredAccount | null;
  /** Whether it was in the lists of unspent accounts before. */
  readonly wasListed: boolean;
  /** When it was in those lists, if it had left them. */
  readonly past: Lifetime | null;
  after: StoredAccount | null;
}

export interface WriteOptions {
  /** Whether to hash the nodes of trees at once. While catching up, they are hashed later. */
  readonly hashTrees: boolean;
  /** The newest slot that stays when blocks are undone. */
  readonly undoneTo?: Slot | null;
}

/** The accounts a batch of blocks changes, and all rows that follow from creating, spending or removing one. */
export class Ledger {
  readonly changes = new Changes();
  readonly histories = new Histories(this.changes);
  readonly pending = new PendingSpends(this.changes);
  readonly balances: Balances;
  readonly addressPrograms = new AddressPrograms();
  readonly counts = new Counts();
  readonly trees: StoredTrees;
  readonly merkle: TreeLedger;
  readonly #indexes: KeptIndexes;
  /** Past rows that ended at this slot or before are not kept. */
  readonly #historyFrom: Slot;
  readonly #accounts = new Map<string, Entry>();
  private constructor(loaded: {
    readonly trees: StoredTrees;
    readonly states: TreeStates;
    readonly indexes: KeptIndexes;
    readonly historyFrom: Slot;
    readonly kind: BatchKind;
  }) {
    this.balances = new Balances(loaded.kind);
    this.trees = loaded.trees;
    this.merkle = new TreeLedger(loaded.states, loaded.trees, this.changes);
    this.#indexes = loaded.indexes;
    this.#historyFrom = loaded.historyFrom;
    if (loaded.kind === "backwards")
      this.changes.compareBeforeWriting(HISTORIES);
    // A backfilled block may add to a balance change that a later block has begun.
    if (loaded.kind === "below the head")
      this.changes.compareBeforeWriting([tables.tokenChanges]);
  }

  static async load(
    connection: Connection,
    hashes: readonly Hash[],
    kind: BatchKind,
    historyFrom?: Slot,
  ): Promise<Ledger> {
    const ledger = new Ledger({
      kind,
      trees: await StoredTrees.load(connection),
      states: await TreeStates.load(connection),
      indexes: await KeptIndexes.load(connection),
      historyFrom: historyFrom ?? (await keepFrom(connection)),
    });
    const keys = uniqueKeys(hashes);
    for (const row of await connection.findMany(tables.accounts, keys)) {
      const before = rowToAccount(row, ledger.trees.treeOf);
      const wasListed = !before.spent;
      const past = ledger.#pastOf(before);
      const entry = { before, wasListed, past, after: before };
      ledger.#accounts.set(mapKey(before.account.hash), entry);
    }
    await ledger.pending.load(connection, keys);
    return ledger;
  }

  find(hash: Hash): StoredAccount | undefined {
    return this.#accounts.get(mapKey(hash))?.after ?? undefined;
  }

  create(stored: StoredAccount, by: Place): void {
    this.#set(stored.account.hash, stored);
    this.merkle.account(stored, true);
    const pending = this.pending.take(stored.account.hash);
    const neverUnspent = pending !== undefined && isBefore(pending.by, by);
    this.#count(stored, 1n, 1, neverUnspent ? null : by);
    if (!pending) return;
    // The spending transaction may be in the same lists by another account.
    this.changes.compareBeforeWriting(HISTORIES);
    const isListed = !neverUnspent && pending.by.place !== UNKNOWN_PLACE;
    this.spend(stored, pending.spend, isListed ? pending.by : null);
    this.histories.add(stored.account, pending.by);
  }

  /** Undoes `create` of an account that is unspent again. */
  forget(stored: StoredAccount): void {
    this.#set(stored.account.hash, null);
    this.merkle.account(stored, false);
    this.#count(stored, -1n, -1, null);
  }

  /** `by` is null if the account was spent before it was created, and so never counted as unspent. */
  spend(stored: StoredAccount, spend: Spend, by: Place | null): void {
    stored.spent = spend;
    this.merkle.spend(stored, spend, true);
    this.#count(stored, -1n, 0, by);
  }

  unspend(stored: StoredAccount): void {
    if (stored.spent) this.merkle.spend(stored, stored.spent, false);
    stored.spent = null;
    this.#count(stored, 1n, 0, null);
  }

  /** Reverts the changes that an undone transaction made to the balances of this account's owners. */
  removeChanges({ account }: StoredAccount, slot: Slot, place: number): void {
    const { owner, lamports, token } = account;
    if (lamports > 0n)
      this.changes.remove(tables.lamportChanges, [owner, slotPosition(slot)]);
    if (token)
      this.changes.remove(tables.tokenChanges, [
        token.owner,
        token.mint,
        placePosition(slot, place),
      ]);
  }

  async writeTo(
    connection: Connection,
    { hashTrees, undoneTo = null }: WriteOptions,
  ): Promise<void> {
    if (undoneTo !== null)
      await this.balances.countUndone(connection, undoneTo);
    await this.addressPrograms.settle(connection, this.changes);
    const hashNow = { hashNow: hashTrees };
    const trees = new TreeSettlement(connection, this.merkle, hashNow);
    const treesV1 = begun(trees.beginV1());
    await this.#settleAll(connection, undoneTo);
    this.trees.writeTo(this.changes);
    await this.changes.writeTo(connection);
    await connection.send?.();
    const writeTreesV1 = await treesV1;
    await writeTreesV1();
    await trees.settleOthers();
    await this.balances.countLast(connection, this.counts);
    await this.counts.settle(connection, this.changes);
    this.merkle.states.writeTo(this.changes);
    await this.changes.writeTo(connection);
  }

  /**
   * Accounts, balances and holders. What is read after rows were sent waits until the database has merged them, so reads
   * come first. Accounts are rendered and sent while the database reads: none of their rows is read for balances.
   */
  async #settleAll(
    connection: Connection,
    undoneTo: Slot | null,
  ): Promise<void> {
    const { balances, changes } = this;
    const accounts = [...this.#accounts.values()];
    const stored = begun(balances.read(connection));
    const first = this.#settleFirst(accounts, connection);
    await stored;
    const owners = begun(balances.readOwners(connection));
    await changes.writeTo(connection);
    await owners;
    const settling = { connection, changes, keepFrom: this.#historyFrom };
    await balances.settle(settling, this.counts, undoneTo);
    for (const account of accounts.slice(first)) {
      this.#settle(account);
      const ahead = changes.writeAhead(connection);
      if (ahead) await ahead;
    }
  }

  /** Records what the lists gained and lost. Call it after `writeTo`. */
  async logTo(
    connection: Connection,
    kind: EntryKind,
    head: Head | null,
  ): Promise<void> {
    const { listRows: rows, texts } = this.changes;
    await appendEntry(connection, { kind, head, rows, texts });
  }

  #set(hash: Hash, after: StoredAccount | null): void {
    const key = mapKey(hash);
    const entry = this.#accounts.get(key);
    if (entry) entry.after = after;
    else {
      const before = { before: null, wasListed: false, past: null };
      this.#accounts.set(key, { ...before, after });
    }
  }

  /** Settles accounts until there are enough rows to send. Returns how many accounts that took. */
  #settleFirst(accounts: readonly Entry[], connection: Connection): number {
    let settled = 0;
    while (settled < accounts.length && !this.changes.isEnoughFor(connection))
      this.#settle(accounts[settled++]!);
    return settled;
  }

  /** Most accounts are spent soon. One created and spent within the batch is never rendered or listed. */
  #settle(entry: Entry): void {
    const { before, wasListed, after } = entry;
    this.#settlePast(entry);
    if (after && before) this.changes.put(tables.accounts, accountToRow(after));
    else if (after) this.changes.add(tables.accounts, accountToRow(after));
    else if (before) this.#delete(before);
    const isListed = after !== null && !after.spent;
    const stays = wasListed && isListed && before === after;
    if (stays) return;
    if (wasListed) removeFromLists(this.changes, this.#indexes, before!);
    if (isListed) addToLists(this.changes, this.#indexes, after);
  }

  /** Older entries of the change log may still name the account. */
  #delete(stored: StoredAccount): void {
    const { hash } = stored.account;
    this.changes.remove(tables.accounts, [hash]);
    this.changes.texts.set(accountItemId(hash), textOfAccount(stored));
  }

  /** Rows that have left their lists are kept with their lifetime. */
  #settlePast({ before, past, after }: Entry): void {
    const now = after && this.#pastOf(after);
    if (past?.since === now?.since && past?.until === now?.until) return;
    if (past)
      for (const place of placesOf(before!))
        removePastRow(this.changes, place, past);
    if (now)
      for (const place of placesOf(after)) addPastRow(this.changes, place, now);
  }

  #pastOf({ slotCreated, spent }: StoredAccount): Lifetime | null {
    const isKept = spent !== null && spent.slot > this.#historyFrom;
    return isKept ? lifetimeOf(slotCreated, spent.slot) : null;
  }

  #count(
    { account, slotCreated: slot }: StoredAccount,
    sign: bigint,
    accounts: number,
    by: Place | null,
  ): void {
    const { owner, lamports, token, address } = account;
    const added = { accounts, slot, by };
    if (address) this.addressPrograms.count(owner, accounts);
    this.counts.add("accounts", accounts);
    this.counts.add("unspentAccounts", Number(sign));
    this.balances.addLamports(owner, { amount: sign * lamports, ...added });
    if (!token) return;
    const key = [token.owner, token.mint] as const;
    this.balances.addTokens(key, { amount: sign * token.amount, ...added });
  }
}

/** A promise that is awaited later. If the batch fails before, nobody does, and its rejection would end the process. */
function begun<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function isBefore(a: Place, b: Place): boolean {
  return a.slot < b.slot || (a.slot === b.slot && a.place < b.place);
}

function uniqueKeys(hashes: readonly Hash[]): [Hash][] {
  const unique = new Map(hashes.map((hash) => [mapKey(hash), hash]));
  return [...unique.values()].map((hash) => [hash]);
}
