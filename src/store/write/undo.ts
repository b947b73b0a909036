import { sameBytes } from "../../codecs/bytes.ts";
import type { StateUpdate } from "../../domain/update.ts";
import {
  asHash,
  asSignature,
  type Hash,
  type Signature,
  type Slot,
} from "../../domain/values.ts";
import { EntryKind } from "../changeLog/append.ts";
import type { Connection } from "../connection.ts";
import { StoreError } from "../errors.ts";
import { announceOlderHead, readHead } from "./head.ts";
import { Ledger } from "./ledger.ts";
import { undoOthersAfter } from "./otherTransactions.ts";
import { transactionPosition } from "../schema/positions.ts";
import { cutRanges } from "./ranges.ts";
import { beginIfComplete, isPastComplete } from "./missingBlocks.ts";
import { repeatRunningBalances } from "./balances/runningBalances.ts";
import * as tables from "../schema/tables.ts";
import { StoredTrees, type TreeProgress } from "./treeProgress.ts";
import {
  decodeMoves,
  encodeMoves,
  movesTrees,
  NO_MOVES,
} from "../trees/write/movesText.ts";
import type { TreeMoves } from "../trees/write/treeLedger.ts";

/** Slots that can be undone after a fork. Nodes finalize after 32; the rest is a safety margin. */
export const UNDO_SLOTS = 512;

/** The changes of a block, by key only: the accounts themselves are still in the store. */
interface UndoEntry {
  readonly transactions: readonly UndoTransaction[];
  readonly trees: readonly (readonly [Uint8Array, TreeProgress])[];
}

interface UndoTransaction extends TreeMoves {
  readonly signature: Signature;
  readonly created: readonly Hash[];
  readonly spent: readonly Hash[];
}

export function canBeUndone(slot: Slot, head: Slot): boolean {
  return slot > head - UNDO_SLOTS;
}

export async function forgetOldUndo(
  connection: Connection,
  head: Slot,
): Promise<void> {
  await connection.run("delete from undo where slot <= ?", [head - UNDO_SLOTS]);
}

/** Undoes all blocks after `slot` in one transaction. The rows are then as if those blocks had never been indexed. */
export async function undoBlocksAfter(
  connection: Connection,
  slot: Slot,
): Promise<void> {
  await connection.transaction(async () => {
    const undone = await entriesAfter(connection, slot);
    const hashes = undone.flatMap(({ entry }) =>
      entry.transactions.flatMap((t) => [...t.created, ...t.spent]),
    );
    const ledger = await Ledger.load(connection, hashes, "backwards");
    const floor = await StoredTrees.load(connection, tables.backfilledTrees);
    for (const { slot, entry } of undone) undoBlock(ledger, slot, entry, floor);
    await ledger.writeTo(connection, { hashTrees: true, undoneTo: slot });
    await undoOthersAfter(connection, slot);
    const wasComplete = await isPastComplete(connection);
    await cutRanges(connection, slot);
    for (const table of ["blocks", "undo", "quarantine"]) {
      await connection.run(`delete from ${table} where slot > ?`, [slot]);
    }
    await repeatRunningBalances(connection);
    // The gap may have been above the blocks that stay.
    if (!wasComplete) await beginIfComplete(connection);
    const head = await readHead(connection);
    await ledger.logTo(connection, EntryKind.Undone, head);
    await announceOlderHead(connection);
  });
}

/** Newest first. */
async function entriesAfter(
  connection: Connection,
  slot: Slot,
): Promise<{ slot: Slot; entry: UndoEntry }[]> {
  const rows = await connection.all(
    "select b.slot, u.entry from blocks b left join undo u on u.slot = b.slot where b.slot > ? order by b.slot desc",
    [slot],
  );
  return rows.map(([blockSlot, text]) => {
    if (typeof text !== "string") {
      throw new StoreError(
        `slot ${String(blockSlot)} can no longer be undone: undo data covers only the last ${UNDO_SLOTS} slots`,
      );
    }
    return { slot: blockSlot as Slot, entry: parseEntry(text) };
  });
}

/**
 * Spends of the whole block first, because an account may be spent earlier in the block than it is created. Then outputs
 * in reverse order, so that an account is removed only when no transaction of the block refers to it.
 */
function undoBlock(
  ledger: Ledger,
  slot: Slot,
  entry: UndoEntry,
  floor: StoredTrees,
): void {
  for (const [place, transaction] of entry.transactions.entries()) {
    removeChanges(ledger, slot, place, transaction);
    undoSpends(ledger, slot, transaction);
  }
  for (const transaction of entry.transactions.toReversed()) {
    undoOutputs(ledger, slot, transaction);
    ledger.merkle.undo(transaction);
  }
  for (const [tree, progress] of entry.trees) {
    ledger.trees.restore(tree, progress, floor);
  }
}

function removeChanges(
  ledger: Ledger,
  slot: Slot,
  place: number,
  { created, spent }: UndoTransaction,
): void {
  for (const hash of [...created, ...spent]) {
    const stored = ledger.find(hash);
    if (stored) ledger.removeChanges(stored, slot, place);
  }
}

function undoSpends(
  ledger: Ledger,
  slot: Slot,
  { signature, spent }: UndoTransaction,
): void {
  const position = transactionPosition(slot, signature);
  for (const hash of spent) {
    const stored = ledger.find(hash);
    if (!stored) {
      ledger.pending.remove(hash);
      continue;
    }
    if (stored.spent && sameBytes(stored.spent.signature, signature)) {
      ledger.unspend(stored);
    }
    ledger.histories.remove(stored.account, position);
  }
}

function undoOutputs(
  ledger: Ledger,
  slot: Slot,
  { signature, created }: UndoTransaction,
): void {
  const position = transactionPosition(slot, signature);
  for (const hash of created) {
    const stored = ledger.find(hash);
    if (!stored) continue;
    ledger.histories.remove(stored.account, position);
    if (sameBytes(stored.createdBy, signature)) ledger.forget(stored);
  }
  ledger.changes.remove(tables.transactions, [position]);
  ledger.counts.addTransactions(slot, -1);
}

export function undoEntry(update: StateUpdate, trees: StoredTrees): string {
  return JSON.stringify({
    transactions: update.transactions.map((t) => ({
      signature: toText(t.signature),
      created: t.created.map(({ hash }) => toText(hash)),
      spent: t.spent.map(toText),
      ...(movesTrees(t) && { moves: encodeMoves(t) }),
    })),
    trees: trees
      .progressBefore(update)
      .map(([tree, progress]) => [toText(tree), progress]),
  });
}

interface EntryJson {
  transactions: {
    signature: string;
    created: string[];
    spent: string[];
    moves?: string;
  }[];
  trees: [string, TreeProgress][];
}

function parseEntry(text: string): UndoEntry {
  const { transactions, trees } = JSON.parse(text) as EntryJson;
  return {
    transactions: transactions.map((t) => ({
      signature: asSignature(toBytes(t.signature)),
      created: t.created.map((hash) => asHash(toBytes(hash))),
      spent: t.spent.map((hash) => asHash(toBytes(hash))),
      ...(t.moves === undefined ? NO_MOVES : decodeMoves(t.moves)),
    })),
    trees: trees.map(([tree, progress]) => [toBytes(tree), progress]),
  };
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const toBytes = (text: string) => Buffer.from(text, "base64");
