import { asNatural, asRecord } from "../../codecs/json.ts";
import { rawJsonTransaction } from "../../codecs/jsonTransaction.ts";
import { DecodeError } from "../../codecs/reader.ts";
import type { ChainTransaction } from "../../domain/chain.ts";
import type { TreeBook } from "../trees/treeBook.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";

/** What getTransaction answers, read as the transaction of a block would be. */
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

/** One transaction says nothing about the chain around it, and decoding does not ask. */
const NO_NEIGHBOURS = {
  parentSlot: 0,
  blockhash: "",
  parentBlockhash: "",
  blockTime: null,
  blockHeight: null,
};
