import type { LiveLists } from "../../live/liveLists.ts";
import type { Commitment } from "../../rpc/commitment.ts";
import type { Dispatch } from "../../rpc/dispatchOptions.ts";
import type { Caller } from "../../rpc/observer.ts";
import type { ReachSlot } from "../../rpc/minContextSlot.ts";
import type { Admit } from "../access/access.ts";
import type { LiveCounts } from "./liveCounts.ts";

/** What live lists need of the server. */
export interface LiveParts {
  readonly lists: LiveLists;
  readonly dispatch: Dispatch;
  /** Admits a caller, also for a further frame of its connection. See callerOf. */
  readonly admit: Admit;
  readonly reach: ReachSlot;
  readonly level: Commitment;
  /** The reason why nothing can be answered now, or null. */
  readonly unavailable: () => string | null;
  readonly counts: LiveCounts;
  /** The largest frame, in bytes. */
  readonly mostBytes: number;
  readonly mostBatch: number;
  /** Subscriptions of one connection. */
  readonly mostSubscriptions: number;
  readonly onError: (error: unknown) => void;
  /** Aborts when a stop is requested. */
  readonly stopping: AbortSignal;
}

const ITEMS_PER_UNIT = 50;

/** As a page with these items. An empty notification is free. */
export function unitsOf(items: number): number {
  return items === 0 ? 0 : 1 + items / ITEMS_PER_UNIT;
}

/** Longest pause between looks whether a caller has units again. */
const PAUSE_MS = 1_000;

/** Waits while the caller has spent more units than it has; its changes wait meanwhile, up to their bound. */
export async function affordable(
  caller: Caller | undefined,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const seconds = caller?.waitSeconds?.() ?? 0;
    if (seconds === 0) return;
    await sleep(Math.min(1000 * seconds, PAUSE_MS));
  }
}
