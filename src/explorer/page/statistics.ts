import type { Integer } from "./integer.ts";
import type { InContext, MintInfo } from "./items.ts";
import { call } from "./rpc.ts";
import type { ViewContext } from "./view.ts";

/** The value of getIndexStatistics. */
export interface Statistics {
  readonly firstSlot: Integer | null;
  readonly transactions: Integer;
  readonly accounts: Integer;
  readonly unspentAccounts: Integer;
  readonly owners: Integer;
  readonly tokenOwners: Integer;
  readonly mints: Integer;
  readonly trees: Integer;
  readonly topMints: readonly MintInfo[];
  readonly slotsPerPoint: number;
  readonly transactionsOverTime: readonly TimePoint[];
}

export interface TimePoint {
  readonly slot: Integer;
  readonly blockTime: number | null;
  readonly transactions: number;
}

/** A part of the home page that shows statistics. */
export interface HomePart {
  readonly element: HTMLElement;
  readonly show: (statistics: Statistics) => void;
}

export const STATISTICS = "getIndexStatistics";
const EVERY_MS = 30_000;
export const POINTS = 60;
const TOP_MINTS = 8;

export function offersStatistics({ server }: ViewContext): boolean {
  return server.methods.has(STATISTICS);
}

/** Calls `react` now and every half minute while the view is on the page. Does nothing where they are not offered. */
export function followStatistics(
  context: ViewContext,
  element: Element,
  react: (statistics: Statistics) => void,
): void {
  const params = { topMints: TOP_MINTS, points: POINTS };
  const tick = async (isFirst: boolean): Promise<void> => {
    if (context.signal.aborted) return;
    const isSeen = document.visibilityState === "visible";
    if (isFirst || (isSeen && element.isConnected))
      await call({ method: STATISTICS, params }, context.signal).then(
        ({ result }) => {
          react((result as InContext<Statistics>).value);
        },
        // The list of transactions says what is wrong.
        () => undefined,
      );
    setTimeout(() => void tick(false), EVERY_MS);
  };
  if (offersStatistics(context)) void tick(true);
}
