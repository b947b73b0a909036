import { mapKey } from "../../codecs/bytes.ts";
import type { BlockHeader } from "../../domain/block.ts";
import type { StateUpdate, TransactionUpdate } from "../../domain/update.ts";
import type { Hash, Slot } from "../../domain/values.ts";
import { renderSignature } from "../../render/signature.ts";
import type { HistoryKept } from "../../domain/historyKept.ts";
import { EntryKind } from "../changeLog/append.ts";
import type { Connection } from "../connection.ts";
import { advanceHistory } from "../past/kept.ts";
import { Sweep } from "../past/sweep.ts";
import { NotTheNextBlock } from "../errors.ts";
import { announceHead, type Head, readHead } from "./head.ts";
import type { ListedTransaction } from "./histories.ts";
import { Ledger } from "./ledger.ts";
import { addOthers, forgetOldOthers } from "./otherTransactions.ts";
import { transactionPosition } from "../schema/positions.ts";
import { extendRanges } from "./ranges.ts";
import { isPastComplete } from "./missingBlocks.ts";
import * as tables from "../schema/tables.ts";
import { canBeUndone, forgetOldUndo, undoEntry } from "./undo.ts";

/** How much of the past is kept, and what removes the rest. */
export interface HistoryUpkeep {
  readonly kept: HistoryKept;
  readonly sweep: Sweep;
}

/** Writes blocks and the checkpoint in one transaction. Skips blocks that are already indexed. */
export async function applyUpdates(
  connection: Connection,
  updates: readonly StateUpdate[],
  history: HistoryUpkeep = { kept: "all", sweep: new Sweep() },
): Promise<void> {
  await connection.transaction(async () => {
    const head = await readHead(connection);
    const fresh = followingUpdates(head, updates);
    const last = fresh.at(-1);
    if (!last) return;
    const { kept, sweep } = history;
    const from = await advanceHistory(connection, last.block.slot, kept);
    const kind = (await isPastComplete(connection, fresh[0]!.block))
      ? "exact"
      : "after the head";
    const hashes = fresh.flatMap(hashesNamedBy);
    const ledger = await Ledger.load(connection, hashes, kind, from);
    for (const update of fresh) {
      keepUndo(ledger, update, last.block.slot);
      applyBlock(ledger, update);
      await ledger.changes.writeAhead(connection);
    }
    addOthers(ledger.changes, fresh);
    await extendRanges(connection, ledger.changes, head, fresh);
    // At the tip each block comes alone, and callers want proofs against its roots.
    await ledger.writeTo(connection, { hashTrees: fresh.length === 1 });
    await forgetOldOthers(connection);
    await forgetOldUndo(connection, last.block.slot);
    await sweep.step(connection, from);
    await ledger.logTo(connection, EntryKind.Written, last.block);
    await announceHead(connection, last.block);
  });
}

/** The updates after the head. Checks that each block continues the one before. */
function followingUpdates(
  head: Head | null,
  updates: readonly StateUpdate[],
): StateUpdate[] {
  const fresh: StateUpdate[] = [];
  let last = head;
  for (const update of updates) {
    const { block } = update;
    if (last && block.slot <= last.slot) continue;
    if (last) assertFollows(block, last);
    fresh.push(update);
    last = block;
  }
  return fresh;
}

export function assertFollows(block: BlockHeader, head: Head): void {
  if (
    block.parentSlot !== head.slot ||
    block.parentBlockhash !== head.blockhash
  ) {
    throw new NotTheNextBlock(
      `block ${block.slot} continues slot ${block.parentSlot} (${block.parentBlockhash}), but the block before it here is of slot ${head.slot} (${head.blockhash})`,
    );
  }
}

export function hashesNamedBy({ transactions }: StateUpdate): Hash[] {
  return transactions.flatMap(({ created, spent }) => [
    ...created.map(({ hash }) => hash),
    ...spent,
  ]);
}

function keepUndo(ledger: Ledger, update: StateUpdate, newHead: Slot): void {
  const { slot } = update.block;
  if (!canBeUndone(slot, newHead)) return;
  const entry = undoEntry(update, ledger.trees);
  ledger.changes.add(tables.undo, [slot, entry]);
}

/** Writes all rows that follow from a block, regardless of its position in the chain. */
export function applyBlock(ledger: Ledger, update: StateUpdate): void {
  const { block, transactions, setAside } = update;
  const { changes } = ledger;
  for (const [place, transaction] of transactions.entries()) {
    applyTransaction(ledger, transaction, place, block);
  }
  for (const { index, signature, reason, bytes } of setAside) {
    changes.put(tables.quarantine, [
      block.slot,
      index,
      signature,
      reason,
      bytes,
    ]);
  }
  changes.add(tables.blocks, [
    block.slot,
    block.parentSlot,
    block.blockhash,
    block.blockTime,
    block.blockHeight,
  ]);
}

/** Outputs before inputs: a transaction may spend an account it creates. */
function applyTransaction(
  ledger: Ledger,
  update: TransactionUpdate,
  place: number,
  { slot, blockTime }: BlockHeader,
): void {
  const { signature } = update;
  const listed: ListedTransaction = {
    slot,
    place,
    signature,
    position: transactionPosition(slot, signature),
    item: renderSignature(signature, slot, blockTime),
  };
  ledger.changes.add(tables.transactions, [listed.position, listed.item]);
  ledger.counts.addTransactions(slot, 1);
  ledger.trees.follow(update);
  ledger.merkle.follow(update);
  for (const account of update.created) {
    // A hash identifies an account permanently, so the first creation counts. A repeated one is only added to the histories.
    let stored = ledger.find(account.hash);
    if (!stored) {
      stored = {
        account,
        slotCreated: slot,
        createdBy: signature,
        spent: null,
      };
      ledger.create(stored, listed);
    }
    ledger.histories.add(stored.account, listed);
  }
  spendInputs(ledger, update, listed);
}

function spendInputs(
  ledger: Ledger,
  update: TransactionUpdate,
  by: ListedTransaction,
): void {
  const nullifiers = new Map(update.nullifiers.map((n) => [mapKey(n.hash), n]));
  for (const hash of update.spent) {
    const spend = {
      slot: by.slot,
      signature: by.signature,
      nullifier: nullifiers.get(mapKey(hash)) ?? null,
    };
    const stored = ledger.find(hash);
    if (!stored) {
      ledger.pending.add(hash, { spend, by });
      continue;
    }
    if (!stored.spent) ledger.spend(stored, spend, by);
    ledger.histories.add(stored.account, by);
  }
}
