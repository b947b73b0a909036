import type { InContext, Page, Signature } from "../items.ts";
import { LATEST } from "../parts/latestTable.ts";
import { liveSwitch } from "../parts/liveSwitch.ts";
import type { PagedTable } from "../parts/pagedTable.ts";
import { call } from "../rpc.ts";
import { EVERY_MS } from "../status.ts";
import type { ViewContext } from "../view.ts";

const PAGE = 50;

/** Adds new transactions at the top of the table while it is on the page. Returns the switch that pauses it. */
export function follow(
  { signal }: ViewContext,
  table: PagedTable<Signature>,
): HTMLElement {
  let live = true;
  const tick = async (): Promise<void> => {
    if (signal.aborted) return;
    const { isConnected } = table.element;
    const isSeen = document.visibilityState === "visible" && isConnected;
    if (live && isSeen && table.started) {
      const newest = table.first?.signature ?? "";
      const fresh = await newerThan(newest, signal).catch(() => []);
      if (fresh.length > 0) table.prepend(fresh);
    }
    setTimeout(() => void tick(), EVERY_MS);
  };
  setTimeout(() => void tick(), EVERY_MS);
  return liveSwitch(signal, (on) => {
    live = on;
  });
}

/** Transactions newer than the newest one shown, at most one page of them. */
async function newerThan(
  newest: string,
  signal: AbortSignal,
): Promise<readonly Signature[]> {
  const { result } = await call(
    { method: LATEST, params: { limit: PAGE } },
    signal,
  );
  const { items } = (result as InContext<Page<Signature>>).value;
  const at = items.findIndex(({ signature }) => signature === newest);
  return at < 0 ? items : items.slice(0, at);
}
