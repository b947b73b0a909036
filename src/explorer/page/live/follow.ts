import { h, replace } from "../dom.ts";
import { countOf, digits } from "../format.ts";
import type { InContext, Page, Signature } from "../items.ts";
import { LATEST } from "../parts/latestTable.ts";
import { liveSwitch } from "../parts/liveSwitch.ts";
import type { PagedTable } from "../parts/pagedTable.ts";
import { onReachable } from "../reachable.ts";
import { call } from "../rpc.ts";
import { EVERY_MS } from "../status.ts";
import type { ViewContext } from "../view.ts";
import { compare, type Difference } from "./compare.ts";
import { followList, type ListChange } from "./socket.ts";

const PAGE = 50;
/** A server that refuses this often offers no WebSocket: its page is asked for again and again instead. */
const MOST_REFUSALS = 2;

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
  const notice = h("p", { class: "fork-notice", role: "status" });
  const follower = new Follower(table, notice, signal);
  const toggle = liveSwitch(signal, (on) => {
    follower.isOn = on;
  });
  return { toggle, notice };
}

/** Changes come over a WebSocket. Until it is open, and where there is none, the newest page is asked for. */
class Follower {
  isOn = true;
  readonly #table: PagedTable<Signature>;
  readonly #notice: HTMLElement;
  readonly #signal: AbortSignal;
  #socket: { close(): void } | null = null;
  #isLive = false;
  /** Changes that came before the first comparison; null after it. */
  #waiting: ListChange<Signature>[] | null = null;
  #refusals = 0;

  constructor(
    table: PagedTable<Signature>,
    notice: HTMLElement,
    signal: AbortSignal,
  ) {
    this.#table = table;
    this.#notice = notice;
    this.#signal = signal;
    // A server that was away refused nothing.
    onReachable(() => {
      this.#refusals = 0;
    }, signal);
    setTimeout(() => void this.#tick(), EVERY_MS);
  }

  async #tick(): Promise<void> {
    const isSeen =
      document.visibilityState === "visible" && this.#table.element.isConnected;
    if (!this.isOn || !isSeen || this.#signal.aborted) this.#socket?.close();
    else if (!this.#isLive && this.#table.started) {
      this.#open();
      await this.#poll();
    }
    if (!this.#signal.aborted) setTimeout(() => void this.#tick(), EVERY_MS);
  }

  #open(): void {
    if (this.#socket || this.#refusals >= MOST_REFUSALS) return;
    this.#socket = followList<Signature>(
      { method: LATEST, params: {} },
      {
        onChange: (change) => {
          this.#take(change);
        },
        onClose: (wasLive) => {
          this.#refusals = wasLive ? 0 : this.#refusals + 1;
          this.#socket = null;
          this.#isLive = false;
        },
      },
    );
  }

  /**
   * What was shown before the subscription started is compared once; from then on changes say all. Changes that come
   * meanwhile wait, because the page that is compared may be older.
   */
  #take(change: ListChange<Signature>): void {
    if (this.#waiting) this.#waiting.push(change);
    else if (this.#isLive) this.#change(change);
    else void this.#begin();
  }

  async #begin(): Promise<void> {
    this.#isLive = true;
    this.#waiting = [];
    try {
      this.#compareWith(await this.#readPage());
    } catch {
      this.#socket?.close();
    }
    const waited = this.#waiting;
    this.#waiting = null;
    for (const change of waited) this.#change(change);
  }

  #change({ value }: ListChange<Signature>): void {
    const shown = new Set(this.#table.items.map(({ signature }) => signature));
    const fresh = value.added
      .filter(({ signature }) => !shown.has(signature))
      .toSorted(newestFirst);
    const gone = new Set(value.removed.map(({ signature }) => signature));
    this.#apply({ gone, fresh });
  }

  async #poll(): Promise<void> {
    // A server that does not answer is asked again.
    const items = await this.#readPage().catch(() => null);
    if (items && !this.#isLive) this.#compareWith(items);
  }

  async #readPage(): Promise<readonly Signature[]> {
    const request = { method: LATEST, params: { limit: PAGE } };
    const { result } = await call(request, this.#signal);
    return (result as InContext<Page<Signature>>).value.items;
  }

  #compareWith(items: readonly Signature[]): void {
    const difference = compare(this.#table.items, items);
    if (difference === null) this.#table.restart();
    else this.#apply(difference);
  }

  #apply({ gone, fresh }: Difference): void {
    const table = this.#table;
    const lost = table.items.filter(({ signature }) => gone.has(signature));
    if (lost.length > 0) table.remove((item) => lost.includes(item));
    const [last] = table.items;
    if (fresh.length > 0) table.prepend(fresh);
    if (lost.length > 0) replace(this.#notice, forkText(lost.length, last));
  }
}

/** As the list is sorted: by slot, then by signature. Longer base58 is larger, and its characters sort like digits. */
function newestFirst(a: Signature, b: Signature): number {
  if (a.slot !== b.slot) return a.slot > b.slot ? -1 : 1;
  const [one, other] = [a.signature, b.signature];
  if (one.length !== other.length) return other.length - one.length;
  return one > other ? -1 : 1;
}

function forkText(gone: number, last: Signature | undefined): string {
  const count = countOf(gone, "transaction");
  const where = last ? ` after slot ${digits(last.slot)}` : "";
  return `A fork: the chain took back ${count}${where}. The list follows the chain.`;
}
