import { mapKey } from "../../codecs/bytes.ts";
import type { Address } from "../../domain/values.ts";
import type { TreeBook } from "../trees/treeBook.ts";
import type { DecodedBlock } from "./decodeBlock.ts";
import type { ChainEvent } from "./events.ts";

/** The distinct tree and queue keys that the block uses and the book does not contain. */
export function unknownTrees(
  { transactions }: DecodedBlock,
  book: TreeBook,
): Address[] {
  const unknown = new Map<string, Address>();
  for (const { events } of transactions)
    for (const key of events.flatMap(keysOf))
      if (!book.find(key)) unknown.set(mapKey(key), key);
  return [...unknown.values()];
}

function keysOf(event: ChainEvent): Address[] {
  if (event.kind !== "transaction") return [event.tree];
  return [
    ...event.outputs.map(({ target }) => target),
    ...event.nullifiers.map(({ tree }) => tree),
    ...event.addresses.map(({ tree }) => tree),
  ];
}
