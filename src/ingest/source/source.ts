import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import type { DecodedBlock } from "../decode/decodeBlock.ts";
import type { AccountReader } from "./accounts.ts";

/** How far a source has been read, in its own unit (bytes of a file, slots of a node), for percentages and time left. */
export interface SourceProgress {
  readonly at: number;
  readonly of: number;
}

/** The newest slot of a chain, and the time when the node reported it (ms since 1970). */
export interface Newest {
  readonly slot: Slot;
  readonly heardAt: number;
}

/** A block, with its events if the source has already found them. */
export interface SourceBlock extends Block {
  readonly decoded?: () => DecodedBlock;
}

/** Yields blocks. An opened source has determined which chain it reads. */
export interface BlockSource {
  /** Identifies the chain: `genesis:<hash>` or `file:<hash of the first line>`. The store refuses another chain. */
  readonly chain: string;
  /** The source's name for the operator, without any key of its URL. */
  readonly description: string;
  /** Reads on-chain accounts if the source has a node or a file of them; trees are found there. */
  readonly accounts: AccountReader | null;
  /** A chain that grows and may fork; null for a recording, which does neither. */
  readonly live: LiveChain | null;
  /** True for a recording. A live chain has a tip but no end. */
  readonly ends: boolean;
  /**
   * Blocks above `after` in the order of their slots, as far as the source knows. A node may omit a block or change its
   * chain, so the reader checks the links. Ends with the recording, after slot `upTo`, or when the signal aborts.
   */
  blocks(
    after: Slot,
    signal: AbortSignal,
    upTo?: Slot,
  ): AsyncIterable<SourceBlock>;
  progress(): SourceProgress;
}

export interface LiveChain {
  /** The blockhash of a slot that the chain has passed, or null if the slot has no block. */
  blockhashAt(slot: Slot, signal: AbortSignal): Promise<string | null>;
  newest(): Newest | null;
  /** Asks which chain the node follows. Throws if it is another one or there is no answer. */
  proveChain(signal: AbortSignal): Promise<void>;
  /** Call it after an invalid answer: the source prefers another node, if there is one. */
  preferAnother(): void;
}
