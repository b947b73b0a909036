import type { Block, BlockHeader } from "../domain/block.ts";

/** A block does not continue the one before it: a slot is missing, or the chain has forked. */
export class BrokenChain extends Error {
  override readonly name = "BrokenChain";
}

type Link = Pick<BlockHeader, "slot" | "blockhash">;

/** Passes blocks on as long as each continues the one before; `head` is the last block already written, if any. */
export async function* linked(
  blocks: AsyncIterable<Block>,
  head: Link | null,
): AsyncGenerator<Block> {
  let last = head;
  for await (const block of blocks) {
    if (last) assertContinues(last, block);
    yield block;
    last = { slot: block.slot, blockhash: block.blockhash };
  }
}

export function assertContinues(last: Link, block: BlockHeader): void {
  if (block.slot <= last.slot) {
    throw new BrokenChain(
      `the block of slot ${block.slot} comes after the one of slot ${last.slot}`,
    );
  }
  if (block.parentSlot !== last.slot) {
    throw new BrokenChain(
      `a gap: the block of slot ${block.slot} follows slot ${block.parentSlot}, the last one known is ${last.slot}`,
    );
  }
  if (block.parentBlockhash !== last.blockhash) {
    throw new BrokenChain(
      `a fork: the block of slot ${block.slot} follows blockhash ${block.parentBlockhash}, slot ${last.slot} has ${last.blockhash}`,
    );
  }
}
