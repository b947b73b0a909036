import { h, replace } from "../dom.ts";
import { digits } from "../format.ts";
import type { InContext, Page, Signature } from "../items.ts";
import { LATEST } from "../parts/latestTable.ts";
import { liveSwitch } from "../parts/liveSwitch.ts";
import type { PagedTable } from "../parts/pagedTable.ts";
import { call } from "../rpc.ts";
import { EVERY_MS } from "../status.ts";
import type { ViewContext } from "../view.ts";
import { compare } from "./compare.ts";

const PAGE = 50;

/** What keeps a table of the latest transactions true while it is on the page. */
export interface Following {
  /** Pauses it. */
  readonly toggle: HTMLElement;
  /** Says when blocks were taken back; empty otherwise. */
  readonly notice: HTMLElement;
}

/** Adds new transactions at the top, and removes those that a fork has taken back. */
export function follow(
  { signal }: ViewContext,
  table: PagedTable<Signature>,
): Following {
  let isOn = true;
  const notice = h("p", { class: "fork-notice", role: "status" });
  const tick = async (): Promise<void> => {
    if (signal.aborted) return;
    const { isConnected } = table.element;
    const isSeen = document.visibilityState === "visible" && isConnected;
    // A server that does not answer is asked again.
    if (isOn && isSeen && table.started)
      await update(table, notice, signal).catch(() => undefined);
    setTimeout(() => void tick(), EVERY_MS);
  };
  setTimeout(() => void tick(), EVERY_MS);
  const toggle = liveSwitch(signal, (on) => {
    isOn = on;
  });
  return { toggle, notice };
}

async function update(
  table: PagedTable<Signature>,
  notice: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const request = { method: LATEST, params: { limit: PAGE } };
  const { result } = await call(request, signal);
  const { items } = (result as InContext<Page<Signature>>).value;
  const difference = compare(table.items, items);
  if (difference === null) {
    table.restart();
    return;
  }
  const { gone, fresh } = difference;
  table.remove(({ signature }) => gone.has(signature));
  if (fresh.length > 0) table.prepend(fresh);
  if (gone.size > 0)
    replace(notice, forkText(gone.size, table.items[fresh.length]));
}

function forkText(gone: number, last: Signature | undefined): string {
  const count = gone === 1 ? "1 transaction" : `${digits(gone)} transactions`;
  const where = last ? ` after slot ${digits(last.slot)}` : "";
  return `A fork: the chain took back ${count}${where}. The list follows the chain.`;
}
