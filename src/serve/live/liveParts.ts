import type { LiveLists } from "../../live/liveLists.ts";
import type { Commitment } from "../../rpc/commitment.ts";
import type { Dispatch } from "../../rpc/dispatch/dispatchOptions.ts";
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
  /** Milliseconds between pings. */
  readonly pingMs: number;
  readonly onError: (error: unknown) => void;
  /** Aborts when a stop is requested. */
  readonly stopping: AbortSignal;
}
