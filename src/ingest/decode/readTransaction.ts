import { asNatural, asRecord } from "../../codecs/json.ts";
import { rawJsonTransaction } from "../../codecs/blocks/jsonTransaction.ts";
import { DecodeError } from "../../codecs/reader.ts";
import type { ChainTransaction } from "../../domain/chain.ts";
import type { TreeBook } from "../trees/treeBook.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";

/** Reads a response of getTransaction like a transaction of a block. */
export function readTransaction(
  answer: unknown,
  book: TreeBook,
): ChainTransaction {
  const { slot, ...entry } = asRecord(answer, "transaction");
  const block = {
    ...NO_NEIGHBOURS,
    slot: asNatural(slot, "slot"),
    transactions: [rawJsonTransaction(entry)],
  };
  const update = resolveBlock(decodeBlock(block), book, { verify: false });
  const [unreadable] = update.setAside;
  if (unreadable) throw new DecodeError(unreadable.reason);
  return {
    slot: block.slot,
    json: JSON.stringify(answer),
    update: update.transactions[0] ?? null,
  };
}

/** Placeholder header: decoding a single transaction does not use it. */
const NO_NEIGHBOURS = {
  parentSlot: 0,
  blockhash: "",
  parentBlockhash: "",
  blockTime: null,
  blockHeight: null,
};
