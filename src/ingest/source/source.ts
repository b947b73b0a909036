import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import type { DecodedBlock } from "../decode/decodeBlock.ts";
import type { AccountReader } from "./accounts.ts";

/** How far a source has come, in its own unit (bytes of a file, slots of a node): good for shares and time left. */
export interface SourceProgress {
  readonly at: number;
  readonly of: number;
}

/** The newest slot of a chain, and when the node said so (ms since 1970). */
export interface Newest {
  readonly slot: Slot;
  readonly heardAt: number;
}

/** A block, with its events where the source has found them already. */
export interface SourceBlock extends Block {
  readonly decoded?: () => DecodedBlock;
}

/** Where blocks come from. Opening one has already established which chain it gives. */
export interface BlockSource {
  /** Names the chain for the store, which refuses another: `genesis:<hash>` or `file:<hash of the first line>`. */
  readonly chain: string;
  /** What an operator calls it; never holds a key that a URL may carry. */
  readonly description: string;
  /** Reads on-chain accounts when the source has a node or a file of them; trees are found there. */
  readonly accounts: AccountReader | null;
  /** A chain that still grows and may fork; null for a recording, which does neither. */
  readonly live: LiveChain | null;
  /** True of a recording; a chain that lives has no end, only a tip. */
  readonly ends: boolean;
  /**
   * Blocks above `after`, in the order of their slots, as far as the source can tell: a node may leave one out or change
   * its mind, so who reads checks the links. Ends with the recording, after slot `upTo`, or when the signal says so.
   */
  blocks(
    after: Slot,
    signal: AbortSignal,
    upTo?: Slot,
  ): AsyncIterable<SourceBlock>;
  progress(): SourceProgress;
}

export interface LiveChain {
  /** What the chain has at a slot it has passed: the block's hash, or null when it has no block there. */
  blockhashAt(slot: Slot, signal: AbortSignal): Promise<string | null>;
  newest(): Newest | null;
  /** Asks which chain the node follows; throws when it is another one, or when there is no answer. */
  proveChain(signal: AbortSignal): Promise<void>;
  /** What the node said makes no sense: ask another one, if there is another. */
  preferAnother(): void;
}
