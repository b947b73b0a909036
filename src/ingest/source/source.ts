import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import type { AccountReader } from "./accounts.ts";

/** How far a source has come, in its own unit (bytes of a file, slots of a node): good for shares and time left. */
export interface SourceProgress {
  readonly at: number;
  readonly of: number;
}

/** Where blocks come from. Opening one has already established which chain it gives. */
export interface BlockSource {
  /** Names the chain for the store, which refuses another: `genesis:<hash>` or `file:<hash of the first line>`. */
  readonly chain: string;
  /** What an operator calls it; never holds a key that a URL may carry. */
  readonly description: string;
  /** Reads on-chain accounts when the source has a node or a file of them; trees are found there. */
  readonly accounts: AccountReader | null;
  /** True of a recording; a chain that lives has no end, only a tip. */
  readonly ends: boolean;
  /** Blocks above `after`, in the order of their slots. Ends with the recording, or when the signal says so. */
  blocks(after: Slot, signal: AbortSignal): AsyncIterable<Block>;
  progress(): SourceProgress;
}
