import type { BlockHeader } from "../domain/block.ts";
import type { Slot } from "../domain/values.ts";

/** A block does not continue the one before it: a slot is missing, or the chain has forked. */
export class BrokenChain extends Error {
  override readonly name = "BrokenChain";
}

/** The first block of all does not attach to where the index should start: what lies between is missing. */
export class MissingStart extends BrokenChain {
  /** The first slot whose block the node has. */
  readonly slot: Slot;
  constructor({ slot, parentSlot }: BlockHeader) {
    super(
      `the first block the node gives is of slot ${slot}, and the one of slot ${parentSlot} before it is missing`,
    );
    this.slot = slot;
  }
}

type Link = Pick<BlockHeader, "slot" | "blockhash">;

/**
 * Passes blocks on as long as each continues the one before; `head` is the last block already written, if any. Without
 * one, `startAfter` tells where a live chain is entered: the first block must not leave out slots after that.
 */
export async function* linked<Block extends BlockHeader>(
  blocks: AsyncIterable<Block>,
  head: Link | null,
  startAfter: Slot | null = null,
): AsyncGenerator<Block> {
  let last = head;
  for await (const block of blocks) {
    if (last) assertContinues(last, block);
    else if (startAfter !== null) assertStarts(startAfter, block);
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

/** Only the block of slot 0 has nothing before it: it is its own parent. */
function assertStarts(startAfter: Slot, block: BlockHeader): void {
  if (block.slot === 0 || block.parentSlot <= startAfter) return;
  throw new MissingStart(block);
}
