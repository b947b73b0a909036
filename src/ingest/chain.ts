import type { BlockHeader } from "../domain/block.ts";
import type { Slot } from "../domain/values.ts";

/** A block does not continue the previous one: a slot is missing, or the chain has forked. */
export class BrokenChain extends Error {
  override readonly name = "BrokenChain";
}

/** The first block does not attach to the slot at which the index starts: blocks in between are missing. */
export class MissingStart extends BrokenChain {
  /** The first slot whose block the node has. */
  readonly slot: Slot;
  constructor({ slot, parentSlot }: BlockHeader) {
    super(
      `the node's first block is slot ${slot}, and its parent, slot ${parentSlot}, is missing`,
    );
    this.slot = slot;
  }
}

type Link = Pick<BlockHeader, "slot" | "blockhash">;

/**
 * Passes blocks on while each continues the previous one. `head` is the last block written, if any. Without one,
 * `startAfter` is where a live chain is entered: the first block must not omit slots after it.
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

function assertContinues(last: Link, block: BlockHeader): void {
  if (block.slot <= last.slot) {
    throw new BrokenChain(
      `the block of slot ${block.slot} was received after slot ${last.slot}`,
    );
  }
  if (block.parentSlot !== last.slot) {
    throw new BrokenChain(
      `a gap: the block of slot ${block.slot} follows slot ${block.parentSlot}, but the last known one is slot ${last.slot}`,
    );
  }
  if (block.parentBlockhash !== last.blockhash) {
    throw new BrokenChain(
      `a fork: the block of slot ${block.slot} follows blockhash ${block.parentBlockhash}, but slot ${last.slot} has ${last.blockhash}`,
    );
  }
}

/** Only the block of slot 0 has no predecessor: it is its own parent. */
function assertStarts(startAfter: Slot, block: BlockHeader): void {
  if (block.slot === 0 || block.parentSlot <= startAfter) return;
  throw new MissingStart(block);
}
