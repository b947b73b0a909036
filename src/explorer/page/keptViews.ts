/** A view on the page, or one that "back" returns to. */
export interface KeptView {
  readonly element: HTMLElement;
  /** Aborts what the view still waits for. */
  readonly leave: AbortController;
  readonly title: string;
}

interface Place {
  readonly view: KeptView;
  scroll: number;
}

const MAX_KEPT = 12;

/**
 * Views by entry of the browser's history, so that "back" returns to the same rows at the same place. The entry's
 * number is kept in its state; an entry made by a link has none yet.
 */
export class KeptViews {
  readonly #places = new Map<number, Place>();
  #current: number | null = null;
  #next = Date.now();

  constructor() {
    history.scrollRestoration = "manual";
  }

  /** Remembers where the view on the page is scrolled to, before another one replaces it. */
  rememberScroll(): void {
    const place = this.#current && this.#places.get(this.#current);
    if (place) place.scroll = scrollY;
  }

  /** The view of the current entry, if it is still kept. */
  find(): Place | null {
    this.#current = numberOf(history.state);
    return this.#places.get(this.#current ?? -1) ?? null;
  }

  add(view: KeptView): void {
    this.#current = this.#next++;
    history.replaceState({ entry: this.#current }, "");
    this.#places.set(this.#current, { view, scroll: 0 });
    for (const [number, { view }] of this.#places) {
      if (this.#places.size <= MAX_KEPT) return;
      this.#places.delete(number);
      view.leave.abort();
    }
  }
}

function numberOf(state: unknown): number | null {
  return (state as { entry?: number } | null)?.entry ?? null;
}
