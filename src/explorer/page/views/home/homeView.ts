import { h } from "../../dom.ts";
import { follow } from "../../live/follow.ts";
import { TREES, TREES_LINK } from "../../merkle/trees.ts";
import { latestTable } from "../../parts/latestTable.ts";
import { linkTo } from "../../route.ts";
import { followStatistics } from "../../statistics.ts";
import type { ViewContext } from "../../view.ts";
import { SET_ASIDE_LINK } from "../setAsideView.ts";
import { activity } from "./activity.ts";
import { examples } from "./examples.ts";
import { intro } from "./intro.ts";
import { topMints } from "./topMints.ts";

function pages({ server }: ViewContext): HTMLElement {
  return h(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    server.methods.has(TREES) &&
      h("a", { href: linkTo(TREES_LINK) }, "Merkle trees"),
    h("a", { href: linkTo(SET_ASIDE_LINK) }, "Transactions set aside"),
    h("a", { href: "docs" }, "API methods"),
  );
}

/** What this is, what is in it, and the newest transactions; new ones appear at the top. */
export function homeView(context: ViewContext): HTMLElement {
  const parts = [intro(context), activity(context), topMints()] as const;
  const [about, chart, mints] = parts;
  const tried = examples();
  const table = latestTable(context, {
    onFirst: (items) => {
      const [first] = items;
      if (first) tried.add("A slot", linkTo("slot", String(first.slot)));
    },
    onSummary: tried.see,
  });
  followStatistics(context, about.element, (statistics) => {
    for (const part of parts) part.show(statistics);
    const [mint] = statistics.topMints;
    if (mint) tried.add("A mint", linkTo(mint.mint));
  });
  const { toggle, notice } = follow(context, table);
  return h(
    "div",
    { class: "home" },
    about.element,
    h("div", { class: "home-links" }, tried.element, pages(context)),
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
