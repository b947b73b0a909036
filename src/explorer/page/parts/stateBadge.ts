import { h } from "../dom.ts";

/** The state of a token account: "initialized" or "frozen". */
export function stateBadge(state: string): HTMLElement {
  const kind = state === "frozen" ? "frozen" : "";
  return h("span", { class: `badge ${kind}` }, state);
}
