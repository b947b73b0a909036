import { signatureColumns } from "../columns.ts";
import { h, replace, type Child } from "../dom.ts";
import { digits } from "../format.ts";
import type { InContext, Page, Signature } from "../items.ts";
import type { Fact } from "../parts/factList.ts";
import { LATEST } from "../parts/latestTable.ts";
import { emptyNotice } from "../parts/notice.ts";
import { factsWithLinks } from "../parts/outsideLinks.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import { slotLink } from "../parts/slotLink.ts";
import { fullTime } from "../parts/timeText.ts";
import { setAsideOfSlot } from "./setAsideView.ts";
import { linkTo } from "../route.ts";
import { Summaries } from "../tx/summaries.ts";
import type { ViewContext } from "../view.ts";

export const SLOT_LINK = "slot";
const PAGE = 100;

/** The transactions of one slot. */
export function slotView(context: ViewContext): HTMLElement {
  const slot = Number(context.route.view);
  if (!/^\d+$/.test(context.route.view) || !Number.isSafeInteger(slot))
    return emptyNotice(
      "This link is not valid",
      h("p", {}, "A slot is a whole number."),
    );
  const facts = h("div", {});
  const table = tableOf(context, slot, (first, before) => {
    replace(facts, factsOf(context, slot, first, before));
  });
  return h(
    "div",
    {},
    h(
      "header",
      { class: "subject" },
      h("p", { class: "kinds" }, h("span", { class: "badge" }, "Slot")),
      h(
        "div",
        { class: "subject-key" },
        h("h1", {}, digits(slot)),
        h(
          "a",
          { class: "button", href: stepLink(slot - 1), rel: "prev" },
          "← previous",
        ),
        h(
          "a",
          { class: "button", href: stepLink(slot + 1), rel: "next" },
          "next →",
        ),
      ),
    ),
    facts,
    h("h2", {}, "Transactions"),
    table.element,
    setAsideOfSlot(context, slot),
  );
}

const stepLink = (slot: number): string =>
  linkTo(SLOT_LINK, String(Math.max(0, slot)));

type OnFirst = (first: Signature | null, before: Signature | null) => void;

function tableOf(context: ViewContext, slot: number, onFirst: OnFirst) {
  const summaries = new Summaries(context, () => {
    table.element.classList.add("no-what");
  });
  const table = new PagedTable<Signature>({
    caption: `Transactions of slot ${slot}`,
    columns: signatureColumns(summaries).filter(
      ({ title }) => title !== "Slot",
    ),
    copied: ({ signature }) => signature,
    fetch: async (cursor) => {
      const paging = { limit: PAGE, ...(cursor && { cursor }) };
      const params = { atSlot: slot, ...paging };
      const answer = await context.ask({ method: LATEST, params });
      const { items, cursor: next } = (answer as InContext<Page<Signature>>)
        .value;
      const ofSlot = items.filter((item) => Number(item.slot) === slot);
      const before = items.find((item) => Number(item.slot) < slot) ?? null;
      if (!cursor) onFirst(ofSlot[0] ?? null, before);
      return { items: ofSlot, cursor: before ? null : next };
    },
    empty: [
      "No compressed transactions in this slot",
      "Its block has none, or the slot was skipped.",
    ],
  });
  return table;
}

function factsOf(
  context: ViewContext,
  slot: number,
  first: Signature | null,
  before: Signature | null,
): Child {
  const facts: (Fact | null)[] = [
    first ? ["Time", fullTime(first.blockTime)] : null,
    before
      ? [
          "Previous",
          slotLink(before.slot),
          h(
            "span",
            { class: "muted" },
            "the last one before with transactions",
          ),
        ]
      : null,
  ];
  return factsWithLinks(context, facts, "block", String(slot));
}
