import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store/errors.ts";
import { gapsIn, type SlotRange } from "../store/write/ranges.ts";
import type { Writer } from "../store/writer.ts";
import { batches } from "./batches.ts";
import { linked } from "./chain.ts";
import { isUnlinkedBlock } from "./follow.ts";
import {
  BATCH,
  type IngestParts,
  readUpdates,
  type Written,
  written,
} from "./run.ts";
import { pauseAfter } from "./source/node/retry.ts";

export interface BackfillParts extends Pick<
  IngestParts,
  "source" | "book" | "lookup" | "verify"
> {
  readonly writer: Pick<Writer, "ranges" | "backfill">;
  readonly onProgress?: (batch: Written, slots: SlotRange) => void;
  readonly onUnlinkedBlock?: (error: Error, pauseMs: number) => void;
  readonly firstPauseMs?: number;
}

/** The store has no indexed range yet that a backfill could lead up to. */
class NothingIndexed extends StoreError {
  override name = "NothingIndexed";
  constructor() {
    super("nothing is indexed yet: follow the chain first, then backfill");
  }
}

/** The parts of `wanted` that are not indexed, below the newest range, which grows by itself. */
export async function findGaps(
  writer: Pick<Writer, "ranges">,
  wanted: SlotRange,
): Promise<SlotRange[]> {
  const known = await writer.ranges();
  const newest = known.at(-1);
  if (!newest) throw new NothingIndexed();
  const last = Math.min(wanted.last, newest.first - 1);
  return gapsIn(known, { first: wanted.first, last });
}

/** Fills every gap, lowest first. After an interruption, the next run continues where this one ended. */
export async function backfill(
  parts: BackfillParts,
  wanted: SlotRange,
  signal: AbortSignal,
): Promise<void> {
  let begun = false;
  let failures = 0;
  const onProgress: BackfillParts["onProgress"] = (...args) => {
    failures = 0;
    parts.onProgress?.(...args);
  };
  for (;;) {
    try {
      const [gap] = await findGaps(parts.writer, wanted);
      if (!gap || signal.aborted) return;
      begun = true;
      await fillGap({ ...parts, onProgress }, gap, signal);
    } catch (error) {
      const { live } = parts.source;
      // A fork may have undone all that was indexed; following the chain then starts again.
      const mayFit =
        isUnlinkedBlock(error) || (begun && error instanceof NothingIndexed);
      if (!live || !mayFit || failures === MAX_FAILURES) throw error;
      live.preferAnother();
      const { firstPauseMs = 500, onUnlinkedBlock } = parts;
      const limits = { firstPauseMs, longestPauseMs: 10_000 };
      const pause = pauseAfter(error, failures++, limits);
      onUnlinkedBlock?.(error as Error, pause);
      await sleep(pause, undefined, { signal });
    }
  }
}

/** A node omits a block only for a while. Blocks that still do not fit belong to another branch. */
const MAX_FAILURES = 10;

async function fillGap(
  { source, writer, onProgress, ...decoding }: BackfillParts,
  gap: SlotRange,
  signal: AbortSignal,
): Promise<void> {
  let { first } = gap;
  const blocks = source.blocks(first - 1, signal, gap.last);
  const inOrder = linked(blocks, null, source.live && first - 1);
  const updates = readUpdates(inOrder, decoding, signal);
  for await (const batch of batches(updates, BATCH)) {
    if (signal.aborted) return;
    const slots = { first, last: batch.at(-1)!.block.slot };
    const started = performance.now();
    await writer.backfill(batch, slots);
    onProgress?.(written(batch), slots);
    first = slots.last + 1;
    // Leaves the store to the process that follows the tip for as long as this one held it.
    await sleep(performance.now() - started);
  }
  if (signal.aborted || first > gap.last) return;
  await writer.backfill([], { first, last: gap.last });
}
