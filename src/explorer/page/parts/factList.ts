import { h, type Child } from "../dom.ts";
import { copyIcon } from "./copyButton.ts";
import { keyLink, none } from "./keyText.ts";

export type Fact = readonly [title: string, ...value: Child[]];

/** A key with a button that copies it, linked to its page unless it is `shown` otherwise. */
export function keyFact(
  title: string,
  key: string | null,
  shown: Child = key === null ? none() : keyLink(key),
): Fact {
  return [title, key === null ? shown : withCopy(title, key, shown)];
}

export function withCopy(what: string, key: string, shown: Child): HTMLElement {
  const copy = copyIcon(`the ${what.toLowerCase()}`, key);
  return h("span", { class: "with-copy" }, shown, copy);
}

/** Titles and values side by side. */
export function factList(facts: readonly (Fact | null)[]): HTMLElement {
  const shown = facts.filter((fact) => fact !== null);
  return h(
    "dl",
    { class: "facts-list panel" },
    ...shown.flatMap(([title, ...value]) => [
      h("dt", {}, title),
      h("dd", {}, ...value),
    ]),
  );
}
