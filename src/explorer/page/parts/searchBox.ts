import { h, replace } from "../dom.ts";
import { shortKey } from "../format.ts";
import type { MintInfo } from "../items.ts";
import { namedMints } from "../mints/namedMints.ts";
import { readSearch, type Target } from "../search/readSearch.ts";
import { forgetRecents } from "../search/recents.ts";
import { suggest } from "../search/suggest.ts";

const PLACEHOLDER = "Key, mint, address, hash, signature, slot or link";
const UNREADABLE =
  "That is no slot, and not base58 of 32 or 64 bytes: check the first and last characters.";

/** A box that takes keys, slots, names and pasted links, with suggestions that the arrow keys choose from. */
export function searchBox(): HTMLElement {
  const problem = h("p", {
    id: "search-problem",
    class: "search-problem",
    role: "alert",
  });
  const input = searchInput();
  const list = new Suggestions(input);
  const submit = (event: Event): void => {
    event.preventDefault();
    const target = list.chosen ?? readSearch(input.value) ?? list.only;
    if (input.value.trim() === "" && !target) return;
    replace(problem, target ? "" : UNREADABLE);
    if (!target) return;
    location.hash = target.link;
    input.value = "";
    input.blur();
  };
  input.addEventListener("input", () => {
    replace(problem);
  });
  addEventListener("hashchange", () => {
    replace(problem);
    input.value = "";
    list.hide();
  });
  listenForSlash(input);
  return h(
    "form",
    { class: "search", role: "search", submit },
    input,
    h("kbd", { "aria-hidden": "true" }, "/"),
    list.element,
    problem,
  );
}

function searchInput(): HTMLInputElement {
  return h("input", {
    id: "search",
    name: "search",
    type: "search",
    role: "combobox",
    placeholder: PLACEHOLDER,
    "aria-label": `Search: ${PLACEHOLDER}`,
    "aria-describedby": "search-problem",
    "aria-expanded": "false",
    "aria-controls": "suggestions",
    "aria-autocomplete": "list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
}

class Suggestions {
  readonly element = h("div", { class: "suggestions", hidden: true });
  readonly #input: HTMLInputElement;
  #mints: readonly MintInfo[] = [];
  #targets: readonly Target[] = [];
  #at = -1;

  constructor(input: HTMLInputElement) {
    this.#input = input;
    input.addEventListener("input", () => {
      this.#show();
    });
    input.addEventListener("focus", () => {
      this.#show();
      void namedMints().then((mints) => {
        this.#learn(mints);
      });
    });
    for (const part of [input, this.element])
      part.addEventListener("focusout", ({ relatedTarget: next }) => {
        const isInside = next === input || this.element.contains(next as Node);
        if (!isInside) this.hide();
      });
    input.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
  }

  /** Suggests again what is typed meanwhile. */
  #learn(mints: readonly MintInfo[]): void {
    this.#mints = mints;
    const isTyping = document.activeElement === this.#input;
    if (isTyping && this.#at < 0) this.#show();
  }

  /** The one that the arrow keys have reached. */
  get chosen(): Target | null {
    return this.#targets[this.#at] ?? null;
  }

  /** The first one, when something was typed that names it. */
  get only(): Target | null {
    const isTyped = this.#input.value.trim() !== "";
    return isTyped ? (this.#targets[0] ?? null) : null;
  }

  hide(): void {
    this.#at = -1;
    this.element.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }

  #show(): void {
    this.#targets = suggest(this.#input.value, this.#mints);
    this.hide();
    if (this.#targets.length === 0) return;
    const isRecent = this.#input.value.trim() === "";
    this.element.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    const rows = this.#targets.map((target, at) => this.#row(target, at));
    const label = isRecent ? "Recent" : "Suggestions";
    replace(
      this.element,
      isRecent && this.#head(),
      h(
        "ul",
        { id: "suggestions", role: "listbox", "aria-label": label },
        ...rows,
      ),
    );
  }

  #head(): HTMLElement {
    const forget = (): void => {
      forgetRecents();
      this.#input.focus();
      this.hide();
    };
    return h(
      "div",
      { class: "suggestions-head" },
      h("span", {}, "Recent"),
      h("button", { type: "button", click: forget }, "Forget"),
    );
  }

  #row({ link, kind, title }: Target, at: number): HTMLElement {
    const open = (event: Event): void => {
      event.preventDefault();
      location.hash = link;
      this.#input.value = "";
      this.#input.blur();
    };
    return h(
      "li",
      { id: `suggestion-${at}`, role: "option", mousedown: open },
      h("span", { class: "badge" }, kind),
      h("bdi", {}, title.length > 44 ? shortKey(title) : title),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") this.hide();
    const step =
      event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || this.element.hidden) return;
    event.preventDefault();
    const count = this.#targets.length;
    this.#at =
      (this.#at + step + count + (this.#at < 0 && step < 0 ? 1 : 0)) % count;
    this.#mark();
  }

  #mark(): void {
    for (const [at, row] of this.element.querySelectorAll("li").entries())
      row.setAttribute("aria-selected", String(at === this.#at));
    this.#input.setAttribute("aria-activedescendant", `suggestion-${this.#at}`);
  }
}

function listenForSlash(input: HTMLInputElement): void {
  addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, textarea");
    if (event.key !== "/" || typing) return;
    event.preventDefault();
    input.focus();
  });
}
