import { h, type Child } from "../dom.ts";

export type Figure = readonly [title: string, value: Child];

/** A few large numbers side by side. */
export function figures(all: readonly Figure[]): HTMLElement {
  return h(
    "dl",
    { class: "figures" },
    ...all.map(([title, value]) =>
      h("div", {}, h("dt", {}, title), h("dd", {}, value)),
    ),
  );
}
