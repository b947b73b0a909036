import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../domain/values.ts";
import { NotTheNextBlock, StoreError } from "../store/errors.ts";
import type { Head } from "../store/write/head.ts";
import type { Writer } from "../store/writer.ts";
import { findAncestor } from "./ancestor.ts";
import { BrokenChain, MissingStart } from "./chain.ts";
import { type IngestParts, runIngest } from "./run.ts";
import { NodeUnreachable, RpcError } from "./source/node/jsonRpc.ts";
import { pauseAfter } from "./source/node/retry.ts";
import type { LiveChain } from "./source/source.ts";

/** The chain forked further back than can be undone. */
export class ForkTooDeep extends Error {
  override readonly name = "ForkTooDeep";
}

/** The node repeatedly does not return the block with which an empty index should start. */
export class NoBeginning extends Error {
  override readonly name = "NoBeginning";
  constructor(cause: MissingStart) {
    super(
      `${cause.message}: use a node that has it, or start with this node's first block (--start-slot ${cause.slot})`,
      { cause },
    );
  }
}

/** A node omits its first block only for a moment. After this many attempts it does not have the block. */
const MAX_FALSE_STARTS = 8;

export interface FollowParts extends IngestParts {
  readonly writer: Pick<
    Writer,
    "head" | "beginning" | "apply" | "undoable" | "undoAfter"
  >;
  /** Called when blocks after `ancestor` are undone, because the chain continues from there without them. */
  readonly onFork?: (undone: { head: Slot; ancestor: Slot }) => void;
  /** Called when the node returns blocks that do not fit although it has ours; it is asked again. */
  readonly onUnlinkedBlock?: (error: Error, pauseMs: number) => void;
  readonly firstPauseMs?: number;
}

/** Indexes until the source ends or the signal aborts, following the chain through its forks. */
export async function followChain(
  parts: FollowParts,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  const onProgress: FollowParts["onProgress"] = (written) => {
    failures = 0;
    return parts.onProgress?.(written);
  };
  for (;;) {
    try {
      await runIngest({ ...parts, onProgress }, signal);
      return;
    } catch (error) {
      const { live } = parts.source;
      if (!live || !isUnlinkedBlock(error)) throw error;
      const rewound = await rewind(parts, live, signal).catch(orNoAnswer);
      if (rewound === true) continue;
      if (error instanceof MissingStart && failures === MAX_FALSE_STARTS)
        throw new NoBeginning(error);
      // Not a fork: the blocks come from nodes that disagree, or from one that erred.
      live.preferAnother();
      const policy = {
        firstPauseMs: parts.firstPauseMs ?? 200,
        longestPauseMs: 10_000,
      };
      const reason = rewound || (error as Error);
      const pause = pauseAfter(reason, failures++, policy);
      parts.onUnlinkedBlock?.(reason, pause);
      await sleep(pause, undefined, { signal });
    }
  }
}

/** Blocks that do not fit: either the chain has forked or a node has erred. */
export function isUnlinkedBlock(error: unknown): boolean {
  return error instanceof BrokenChain || error instanceof NotTheNextBlock;
}

/** Nothing is undone until a node proves its chain. A node that fails or answers with an error is asked again. */
function orNoAnswer(error: unknown): NodeUnreachable | RpcError {
  if (error instanceof NodeUnreachable || error instanceof RpcError)
    return error;
  throw error;
}

/**
 * Undoes the blocks that the chain has abandoned. Returns false if there are none: the unlinked block was then the
 * node's error.
 */
async function rewind(
  { writer, onFork }: FollowParts,
  live: LiveChain,
  signal: AbortSignal,
): Promise<boolean> {
  const ours = await writer.undoable();
  const [head] = ours;
  if (!head) return false;
  await live.proveChain(signal);
  const ancestor = await findAncestor(ours, (slot) =>
    live.blockhashAt(slot, signal),
  );
  if (ancestor === head) return false;
  await live.proveChain(signal); // the node may have been replaced since
  // If none of our blocks is on the chain, the index starts again at its beginning, provided that all its blocks can be
  // undone.
  const keep = ancestor?.slot ?? ((await writer.beginning()) ?? 0) - 1;
  await writer.undoAfter(keep).catch((error: unknown) => {
    throw error instanceof StoreError ? tooDeep(ours, error) : error;
  });
  onFork?.({ head: head.slot, ancestor: keep });
  return true;
}

function tooDeep(ours: readonly Head[], cause: StoreError): ForkTooDeep {
  const [head, oldest] = [ours[0]!, ours.at(-1)!];
  return new ForkTooDeep(
    `the chain has abandoned indexed blocks (slots ${oldest.slot} to ${head.slot}) further back than can be undone. If it is the same chain, start with an empty store or restore a snapshot (${cause.message})`,
    { cause },
  );
}
