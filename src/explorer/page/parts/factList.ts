import { h, type Child } from "../dom.ts";

export type Fact = readonly [title: string, ...value: Child[]];

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
