import { mapKey } from "../../codecs/bytes.ts";
import { DecodeError } from "../../codecs/reader.ts";
import { parseTokenData } from "../../codecs/accounts/token.ts";
import type { Account } from "../../domain/account.ts";
import type {
  IndexedUpdateEvent,
  NullifierEvent,
} from "../../codecs/events/treeEvent.ts";
import { treeHeight, TreeType, type Tree } from "../../domain/tree.ts";
import type {
  BatchUpdate,
  InsertedElements,
  NullifiedLeaves,
  SetAside,
  StateUpdate,
  TransactionUpdate,
} from "../../domain/update.ts";
import type { TreeBook } from "../trees/treeBook.ts";
import type { DecodedBlock, DecodedTransaction } from "./decodeBlock.ts";
import {
  assertU64,
  type ChainEvent,
  type EventOutput,
  type TransactionEvent,
} from "./events.ts";
import { reasonOf } from "./reasonOf.ts";
import { assertHashes } from "./verify.ts";

export interface ResolveOptions {
  /** Recompute the hash of every new account. This costs more than all other decoding together. */
  readonly verify: boolean;
}

/** Resolves the trees of new accounts. Never throws: a transaction that does not fit is set aside as a whole. */
export function resolveBlock(
  decoded: DecodedBlock,
  book: TreeBook,
  { verify }: ResolveOptions,
): StateUpdate {
  const transactions: TransactionUpdate[] = [];
  const setAside: SetAside[] = [...decoded.setAside];
  for (const transaction of decoded.transactions) {
    try {
      const update = resolveTransaction(transaction, book);
      if (verify) update.created.forEach(assertHashes);
      transactions.push(update);
    } catch (error) {
      setAside.push(aside(transaction, error));
    }
  }
  setAside.sort((a, b) => a.index - b.index);
  const { header, others } = decoded;
  return { block: header, transactions, others, setAside };
}

function aside(transaction: DecodedTransaction, error: unknown): SetAside {
  const { signature, index, raw } = transaction;
  return { signature, index, reason: reasonOf(error), bytes: raw.bytes() };
}

/** Accounts of unknown trees are skipped. Spends need no such check, since they only affect indexed accounts. */
function resolveTransaction(
  { signature, events }: DecodedTransaction,
  book: TreeBook,
): TransactionUpdate {
  const changes = events.filter((event) => event.kind === "transaction");
  const typeOf = ({ tree }: Pick<Tree, "tree">) => book.find(tree)?.type;
  const known = (named: Pick<Tree, "tree">) => typeOf(named) !== undefined;
  return {
    signature,
    created: changes.flatMap((event) => createdBy(event, book)),
    spent: changes.flatMap(({ spent }) => spent),
    nullifiers: changes.flatMap((event) => event.nullifiers.filter(known)),
    addresses: changes.flatMap((event) => event.addresses.filter(known)),
    batches: events.filter(isBatch).filter(known),
    nullifiedLeaves: events.flatMap((event) =>
      event.kind === "nullifier" && typeOf(event) === TreeType.StateV1
        ? [toNullifiedLeaves(event)]
        : [],
    ),
    insertedElements: events.flatMap((event) =>
      event.kind === "indexedUpdate" && typeOf(event) === TreeType.AddressV1
        ? [toInsertedElements(event)]
        : [],
    ),
  };
}

function toNullifiedLeaves({
  tree,
  leafIndexes,
  seq,
}: NullifierEvent): NullifiedLeaves {
  assertU64(seq + BigInt(leafIndexes.length));
  return { tree, leafIndexes: leafIndexes.map(leafIndexInV1), seq };
}

function toInsertedElements({
  tree,
  elements,
  seq,
}: IndexedUpdateEvent): InsertedElements {
  assertU64(seq + 2n * BigInt(elements.length));
  return {
    tree,
    elements: elements.map(({ value, index }) => ({
      value,
      leafIndex: leafIndexInV1(index),
    })),
    seq,
  };
}

function leafIndexInV1(index: bigint): number {
  if (index >= 1n << BigInt(treeHeight(TreeType.StateV1)))
    throw new DecodeError(`leaf ${index} is outside the tree`);
  return Number(index);
}

function isBatch(event: ChainEvent): event is BatchUpdate {
  return "sequenceNumber" in event;
}

function createdBy(event: TransactionEvent, book: TreeBook): Account[] {
  const nextSeq = new Map(
    event.sequences.map(({ tree, seq }) => [mapKey(tree), seq]),
  );
  return event.outputs.flatMap((output) => {
    const tree = book.find(output.target);
    if (!tree) return [];
    return [toAccount(output, tree, takeSeq(tree, nextSeq))];
  });
}

/** Every append to a V1 tree takes the tree's next sequence number; V2 appends to a queue, which has none. */
function takeSeq(tree: Tree, nextSeq: Map<string, bigint>): bigint | null {
  if (tree.type === TreeType.StateV2) return null;
  if (tree.type !== TreeType.StateV1)
    throw new DecodeError("a new account in a tree that is not a state tree");
  const key = mapKey(tree.tree);
  const seq = nextSeq.get(key);
  if (seq === undefined)
    throw new DecodeError("no sequence number for the tree of a new account");
  nextSeq.set(key, seq + 1n);
  return assertU64(seq);
}

function toAccount(
  { hash, account, leafIndex }: EventOutput,
  { tree, queue, type }: Tree,
  seq: bigint | null,
): Account {
  const { owner, data } = account;
  const token = parseTokenData(owner, data);
  return {
    ...account,
    hash,
    tree,
    queue,
    treeType: type,
    leafIndex,
    seq,
    token,
  };
}
