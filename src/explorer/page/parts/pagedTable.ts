import { h, replace } from "../dom.ts";
import { digits } from "../format.ts";
import type { Page } from "../items.ts";
import { emptyNotice, failureNotice } from "./notice.ts";
import { boneRow, headRow, itemRow, type Rows } from "./tableRows.ts";

/** Keys on the left, numbers on the right. */
export type RowLayout = "holders" | "changes";

export interface TableOptions<Item> extends Rows<Item> {
  readonly caption: string;
  /** Fetches one page, from the start or after a cursor. */
  readonly fetch: (cursor: string | null) => Promise<Page<Item>>;
  readonly empty: readonly [title: string, hint: string];
  /** How rows are arranged on phones, if not as a line for each column. */
  readonly layout?: RowLayout;
  /** Called with all items so far whenever there are more; `whole` at the end of the list. */
  readonly onItems?: (items: readonly Item[], whole: boolean) => void;
}

/** Rows drawn at a time; a page may contain more. */
const STEP = 50;

/** An infinite list: scrolling draws rows, and drawing rows fetches pages. */
export class PagedTable<Item> {
  readonly element: HTMLElement;
  readonly #options: TableOptions<Item>;
  readonly #body = h("tbody");
  readonly #foot = h("div", { class: "table-foot" });
  readonly #items: Item[] = [];
  #drawn = 0;
  #cursor: string | null = null;
  #started = false;
  #busy = false;

  constructor(options: TableOptions<Item>) {
    this.#options = options;
    this.element = h(
      "div",
      { class: options.layout ? `table dense ${options.layout}` : "table" },
      h(
        "table",
        {},
        h("caption", { class: "for-readers" }, options.caption),
        h("thead", {}, headRow(options)),
        this.#body,
      ),
      this.#foot,
    );
    this.#drawSkeleton();
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting) && this.#started)
          void this.more();
      },
      { rootMargin: "400px" },
    );
    seen.observe(this.#foot);
    void this.more();
  }

  /** Whether there was a first page. */
  get started(): boolean {
    return this.#started;
  }

  /** All items so far, also those that are not drawn yet. */
  get items(): readonly Item[] {
    return this.#items;
  }

  get whole(): boolean {
    return this.#started && this.#cursor === null;
  }

  /** Draws the next rows, and fetches a page if none are left. */
  async more(): Promise<void> {
    if (this.#busy) return;
    if (this.#drawn === this.#items.length && !(await this.#fetch())) return;
    const next = this.#items.slice(this.#drawn, this.#drawn + STEP);
    for (const item of next)
      this.#body.append(itemRow(this.#options, item, this.#drawn++));
    this.#drawFoot();
  }

  /** Fetches all pages without drawing them. */
  async walk(): Promise<void> {
    while (!this.whole && (await this.#fetch()));
    this.#drawFoot();
  }

  /** Adds new items at the top. */
  prepend(items: readonly Item[]): void {
    for (const item of [...items].reverse()) {
      const row = itemRow(this.#options, item, 0);
      row.classList.add("arrived");
      this.#body.prepend(row);
    }
    this.#items.unshift(...items);
    this.#drawn += items.length;
    this.#drawFoot();
  }

  /** Removes items and their rows. */
  remove(isGone: (item: Item) => boolean): void {
    for (let at = this.#items.length - 1; at >= 0; at--) {
      if (!isGone(this.#items[at]!)) continue;
      this.#items.splice(at, 1);
      if (at >= this.#drawn) continue;
      this.#body.children[at]!.remove();
      this.#drawn--;
    }
    this.#drawFoot();
  }

  /** Fetches the list anew. */
  restart(): void {
    if (this.#busy) return;
    this.#items.length = 0;
    this.#drawn = 0;
    this.#cursor = null;
    this.#started = false;
    this.#body.replaceChildren();
    this.#drawSkeleton();
    void this.more();
  }

  async #fetch(): Promise<boolean> {
    if (this.#busy || this.whole) return false;
    this.#busy = true;
    try {
      const { items, cursor } = await this.#options.fetch(this.#cursor);
      if (!this.#started) this.#body.replaceChildren();
      this.#started = true;
      this.#cursor = cursor;
      this.#items.push(...items);
      this.#options.onItems?.(this.#items, cursor === null);
      return true;
    } catch (failure) {
      this.#drawFailure(failure);
      return false;
    } finally {
      this.#busy = false;
    }
  }

  #drawFoot(): void {
    const [title, hint] = this.#options.empty;
    const count = this.#items.length;
    if (count === 0 && this.whole) {
      replace(this.#foot, emptyNotice(title, h("p", {}, hint)));
      return;
    }
    const left = this.#drawn < count || !this.whole;
    replace(
      this.#foot,
      h(
        "p",
        { class: "shown-count" },
        left
          ? `${digits(this.#drawn)} shown, more follow`
          : `${digits(count)} in all`,
      ),
      left &&
        h(
          "button",
          { type: "button", click: () => void this.more() },
          "Show more",
        ),
    );
  }

  #drawFailure(failure: unknown): void {
    if (failure instanceof DOMException && failure.name === "AbortError")
      return;
    if (!this.#started) this.#body.replaceChildren();
    const retry = (): void => {
      replace(this.#foot);
      if (!this.#started) this.#drawSkeleton();
      void this.more();
    };
    replace(this.#foot, failureNotice(failure, retry));
  }

  #drawSkeleton(): void {
    for (let i = 0; i < 8; i++) this.#body.append(boneRow(this.#options));
  }
}
