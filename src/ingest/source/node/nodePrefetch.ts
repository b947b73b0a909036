import type { RefusedNodes } from "./failover.ts";
import { blockOfAnswer } from "./nodeBlocks.ts";
import type { Newest, SourceBlock } from "../source.ts";
import {
  blocksFromThread,
  type NodeToRead,
  type ThreadReport,
} from "../threadBlocks.ts";

export interface NodeListener {
  readonly onNewest: (newest: Newest) => void;
  readonly onRetry?: ((error: Error, pauseMs: number) => void) | undefined;
  readonly onRefused?: ((refused: RefusedNodes) => void) | undefined;
}

/**
 * The blocks of a node that are far behind its tip, read in a separate thread. Throws ReadingFailed if the thread cannot
 * continue; the caller then asks the node itself and gets the reason.
 */
export function prefetchNode(
  toRead: NodeToRead,
  listener: NodeListener,
  signal: AbortSignal,
): AsyncGenerator<SourceBlock> {
  return blocksFromThread(
    toRead,
    ({ at, bytes }) => blockOfAnswer(at, Buffer.from(bytes.buffer)),
    (report) => {
      tell(listener, report);
    },
    signal,
  );
}

function tell(listener: NodeListener, report: ThreadReport): void {
  if (report.kind === "newest") listener.onNewest(report.newest);
  if (report.kind === "retry")
    listener.onRetry?.(new Error(report.message), report.pauseMs);
  if (report.kind === "refused") listener.onRefused?.(report.refused);
}
