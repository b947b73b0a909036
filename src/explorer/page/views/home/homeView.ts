import { h } from "../../dom.ts";
import { follow } from "../../live/follow.ts";
import { latestTable } from "../../parts/latestTable.ts";
import { followStatistics } from "../../statistics.ts";
import type { ViewContext } from "../../view.ts";
import { activity } from "./activity.ts";
import { examples } from "./examples.ts";
import { intro } from "./intro.ts";
import { topMints } from "./topMints.ts";

/** What this is, what is in it, and the newest transactions; new ones appear at the top. */
export function homeView(context: ViewContext): HTMLElement {
  const parts = [intro(context), activity(context), topMints()] as const;
  const [about, chart, mints] = parts;
  const tried = examples();
  const table = latestTable(context, {
    onFirst: (items) => {
      const [first] = items;
      if (first) tried.add("A slot", `#/slot/${first.slot}`);
    },
    onSummary: tried.see,
  });
  followStatistics(context, about.element, (statistics) => {
    for (const part of parts) part.show(statistics);
  });
  const { toggle, notice } = follow(context, table);
  return h(
    "div",
    { class: "home" },
    about.element,
    tried.element,
    h("div", { class: "home-charts" }, chart.element, mints.element),
    h(
      "div",
      { class: "title-row" },
      h("h2", { class: "large" }, "Latest transactions"),
      toggle,
    ),
    notice,
    table.element,
  );
}
