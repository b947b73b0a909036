import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import { compressedMintOf } from "../../codecs/compressedMint.ts";
import type { Hash, Signature, Slot } from "../../domain/values.ts";
import { renderAccount, renderTokenAccount } from "../../render/account.ts";
import {
  accountToRow,
  nullifierToRow,
  rowToAccount,
  rowToNullifier,
  type Spend,
  type StoredAccount,
} from "../schema/accountRow.ts";
import { AddressPrograms } from "./addressPrograms.ts";
import { Balances, type BatchKind, type Place } from "./balances.ts";
import { Changes } from "./changes.ts";
import { Counts } from "./counts.ts";
import type { Connection, Row } from "../connection.ts";
import { accountItemId, textOfAccount } from "../changeLog/texts.ts";
import { appendEntry, type EntryKind } from "../changeLog/append.ts";
import type { Head } from "./head.ts";
import { KeptIndexes } from "../filterIndexes/definition.ts";
import { keepFrom } from "../past/kept.ts";
import { type Lifetime, lifetimeOf } from "../past/lifetimes.ts";
import { addPastRow, placesOf, removePastRow } from "../past/pastRows.ts";
import {
  placePosition,
  slotPosition,
  tokenPosition,
  transactionPosition,
} from "../schema/positions.ts";
import * as tables from "../schema/tables.ts";
import { StoredTrees } from "./treeProgress.ts";
import { settleTrees } from "../trees/settle.ts";
import { TreeLedger } from "../trees/treeLedger.ts";
import { TreeStates } from "../trees/treeStates.ts";

/** A compression transaction in the form of the lists. */
export interface ListedTransaction extends Place {
  readonly signature: Signature;
  readonly position: Uint8Array;
}

/** A spend of an account that is not indexed yet, with its transaction's list item. */
interface PendingSpend {
  readonly spend: Spend;
  readonly by: ListedTransaction;
}

/** An account before and after a batch of blocks; null where it does not exist. */
interface Entry {
  readonly before: StoredAccount | null;
  /** Whether it was in the lists of unspent accounts before. */
  readonly wasListed: boolean;
  /** When it was in those lists, if it no longer was. */
  readonly past: Lifetime | null;
  after: StoredAccount | null;
}

export interface WriteOptions {
  /** Also the nodes of trees, which takes long while many blocks are caught up with. */
  readonly hashTrees: boolean;
  /** The newest slot that stays when blocks are taken back. */
  readonly undoneTo?: Slot | null;
}

/** The accounts a batch of blocks changes, and all rows that follow from creating, spending or removing one. */
export class Ledger {
  readonly changes = new Changes();
  readonly balances: Balances;
  readonly addressPrograms = new AddressPrograms();
  readonly counts = new Counts();
  readonly trees: StoredTrees;
  readonly merkle: TreeLedger;
  readonly #indexes: KeptIndexes;
  /** Past rows that ended at this slot or before are not kept. */
  readonly #historyFrom: Slot;
  readonly #accounts = new Map<string, Entry>();
  readonly #pending = new Map<string, PendingSpend>();
  /** Key and position of the last row of each history, to skip duplicates: accounts of a transaction often share a program. */
  readonly #lastLinks = new Map<tables.Table, [Uint8Array, Uint8Array]>();

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
    // A block that is filled in may change a balance change that a later one has begun.
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
    for (const row of await findPending(connection, keys)) {
      ledger.#pending.set(mapKey(row[0] as Hash), rowToPending(row));
    }
    return ledger;
  }

  find(hash: Hash): StoredAccount | undefined {
    return this.#accounts.get(mapKey(hash))?.after ?? undefined;
  }

  rememberSpend(hash: Hash, pending: PendingSpend): void {
    const { slot, signature, nullifier } = pending.spend;
    this.#pending.set(mapKey(hash), pending);
    this.changes.put(tables.pendingSpends, [
      hash,
      slot,
      signature,
      pending.by.item,
      ...nullifierToRow(nullifier),
      pending.by.place,
    ]);
  }

  forgetPendingSpend(hash: Hash): void {
    this.#pending.delete(mapKey(hash));
    this.changes.remove(tables.pendingSpends, [hash]);
  }

  create(stored: StoredAccount, by: Place): void {
    this.#set(stored.account.hash, stored);
    this.merkle.account(stored, true);
    const pending = this.#takePending(stored.account.hash);
    const neverUnspent = pending !== undefined && isBefore(pending.by, by);
    this.#count(stored, 1n, 1, neverUnspent ? null : by);
    if (!pending) return;
    // The spending transaction may be in the same lists by another account.
    this.changes.compareBeforeWriting(HISTORIES);
    const isListed = !neverUnspent && pending.by.place !== UNKNOWN_PLACE;
    this.spend(stored, pending.spend, isListed ? pending.by : null);
    this.link(stored, pending.by);
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

  /** Takes back what a transaction that is undone changed the balances of this account's owners by. */
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

  /** Adds the transaction to all histories that include this account. */
  link({ account }: StoredAccount, transaction: ListedTransaction): void {
    const { position, item } = transaction;
    for (const [table, key] of historiesOf(account)) {
      const last = this.#lastLinks.get(table);
      const isLinked = last?.[1] === position && sameBytes(last[0], key);
      if (isLinked) continue;
      this.#lastLinks.set(table, [key, position]);
      this.changes.add(table, [key, position, item]);
    }
  }

  unlink({ account }: StoredAccount, position: Uint8Array): void {
    this.#lastLinks.clear();
    for (const [table, key] of historiesOf(account)) {
      this.changes.remove(table, [key, position]);
    }
  }

  async writeTo(
    connection: Connection,
    { hashTrees, undoneTo = null }: WriteOptions,
  ): Promise<void> {
    if (undoneTo !== null)
      await this.balances.countUndone(connection, undoneTo);
    for (const entry of this.#accounts.values()) {
      this.#settle(entry);
      const ahead = this.changes.writeAhead(connection);
      if (ahead) await ahead;
    }
    const settling = { connection, changes: this.changes };
    await this.balances.settle(
      { ...settling, keepFrom: this.#historyFrom },
      this.counts,
      undoneTo,
    );
    await this.addressPrograms.settle(connection, this.changes);
    this.trees.writeTo(this.changes);
    await this.changes.writeTo(connection);
    await this.balances.countLast(connection, this.counts);
    await this.counts.settle(connection, this.changes);
    await settleTrees(connection, this.merkle, { hashNow: hashTrees });
    this.merkle.states.writeTo(this.changes);
    await this.changes.writeTo(connection);
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

  #takePending(hash: Hash): PendingSpend | undefined {
    if (this.#pending.size === 0) return undefined;
    const pending = this.#pending.get(mapKey(hash));
    if (pending) this.forgetPendingSpend(hash);
    return pending;
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
    if (wasListed) this.#unlist(before!);
    if (isListed) this.#list(after);
  }

  /** Older entries of the change log may still name the account. */
  #delete(stored: StoredAccount): void {
    const { hash } = stored.account;
    this.changes.remove(tables.accounts, [hash]);
    this.changes.texts.set(accountItemId(hash), textOfAccount(stored));
  }

  /** Rows that no list has any more are kept with their lifetime. */
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

  #list({ account, slotCreated }: StoredAccount): void {
    const { hash, owner, data, token } = account;
    const bytes = data?.data ?? null;
    const item = renderAccount(account, slotCreated);
    this.changes.add(tables.accountsByOwner, [owner, hash, bytes, item]);
    for (const list of this.#indexes.listsOf(owner, bytes))
      this.changes.add(tables.accountsByWindow, [list, hash, bytes, item]);
    const mint = compressedMintOf(account);
    if (mint) this.changes.add(tables.compressedMints, [mint, hash, item]);
    if (!token) return;
    const tokenItem = renderTokenAccount(item, token);
    const position = tokenPosition(token, hash);
    this.changes.add(tables.tokensByOwner, [token.owner, position, tokenItem]);
    if (!token.delegate) return;
    this.changes.add(tables.tokensByDelegate, [
      token.delegate,
      position,
      tokenItem,
    ]);
  }

  #unlist({ account }: StoredAccount): void {
    const { hash, owner, data, token } = account;
    this.changes.remove(tables.accountsByOwner, [owner, hash]);
    for (const list of this.#indexes.listsOf(owner, data?.data ?? null))
      this.changes.remove(tables.accountsByWindow, [list, hash]);
    const mint = compressedMintOf(account);
    if (mint) this.changes.remove(tables.compressedMints, [mint, hash]);
    if (!token) return;
    const position = tokenPosition(token, hash);
    this.changes.remove(tables.tokensByOwner, [token.owner, position]);
    if (!token.delegate) return;
    this.changes.remove(tables.tokensByDelegate, [token.delegate, position]);
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

/** Lists to which transactions are added. */
const HISTORIES: readonly tables.Table[] = [
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.signaturesByAddress,
  tables.transactions,
  tables.tokenChanges,
];

function historiesOf({
  owner,
  address,
  token,
}: StoredAccount["account"]): [tables.Table, Uint8Array][] {
  const histories: [tables.Table, Uint8Array][] = [
    [tables.signaturesByOwner, owner],
  ];
  if (token) histories.push([tables.signaturesByTokenOwner, token.owner]);
  if (address) histories.push([tables.signaturesByAddress, address]);
  return histories;
}

/** Older versions did not keep the place. Such a spend is in no history of balances. */
const UNKNOWN_PLACE = -1;

function isBefore(a: Place, b: Place): boolean {
  return a.slot < b.slot || (a.slot === b.slot && a.place < b.place);
}

function rowToPending(row: Row): PendingSpend {
  const slot = row[1] as Slot;
  const signature = row[2] as Signature;
  return {
    spend: { slot, signature, nullifier: rowToNullifier(row.slice(4, 6)) },
    by: {
      slot,
      signature,
      place: (row[6] as number | null) ?? UNKNOWN_PLACE,
      position: transactionPosition(slot, signature),
      item: row[3] as string,
    },
  };
}

/** If a chain is indexed in order, no spend ever waits, and one query shows it. */
async function findPending(
  connection: Connection,
  keys: readonly Row[],
): Promise<readonly Row[]> {
  const { name } = tables.pendingSpends;
  const some = await connection.all(`select 1 from ${name} limit 1`, []);
  return some.length === 0
    ? []
    : connection.findMany(tables.pendingSpends, keys);
}

function uniqueKeys(hashes: readonly Hash[]): [Hash][] {
  const unique = new Map(hashes.map((hash) => [mapKey(hash), hash]));
  return [...unique.values()].map((hash) => [hash]);
}
