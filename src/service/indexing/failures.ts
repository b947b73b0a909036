// Which failures of indexing are retried, and for how long.
import type { Health } from "../../ingest/health.ts";
import { NodeUnreachable } from "../../ingest/source/node/jsonRpc.ts";
import { Stalled } from "../../ingest/supervise.ts";
import { isTransient, StoreUnavailable } from "../../store/errors.ts";

/** A minute without a block this far behind the tip means that the source has stalled. */
const STALL_SECONDS = 20;

/** In seconds, because slots become shorter. */
export function isFarBehind(health: Pick<Health, "lagSeconds">): boolean {
  return (health.lagSeconds() ?? 0) > STALL_SECONDS;
}

/** Whether the failure may be temporary, so that the indexer retries: a full disk, a lock, a node that is down. */
export function mayRecover(error: unknown): boolean {
  return isTransient(error) || error instanceof NodeUnreachable;
}

/** Ending the process would not bring the node or the database back, and would end the answers. */
export function isOutage(error: unknown, health: Health): boolean {
  if (error instanceof Stalled) return health.isNodeSilent();
  return isUnreachable(error);
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof NodeUnreachable || error instanceof StoreUnavailable;
}

export function retriedIn(pauseMs: number): string {
  return `trying again in ${(pauseMs / 1000).toFixed(1)} s`;
}
