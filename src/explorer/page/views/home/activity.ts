import { h, replace } from "../../dom.ts";
import { countOf, digits, timeAgo } from "../../format.ts";
import type { InContext, Page, Signature } from "../../items.ts";
import { type BarChart, barChart } from "../../parts/barChart.ts";
import { LATEST } from "../../parts/latestTable.ts";
import { call } from "../../rpc.ts";
import {
  offersStatistics,
  POINTS,
  type HomePart,
  type Statistics,
} from "../../statistics.ts";
import type { ViewContext } from "../../view.ts";

/** One request, which costs as much as two dozen small ones. */
const LATEST_COUNT = 1000;

/** Transactions over time: of the whole index, or the latest ones where the server does not count them. */
export function activity(context: ViewContext): HomePart {
  const label = "Transactions over time";
  const element = h("section", {
    class: "panel activity",
    "aria-label": label,
    hidden: true,
  });
  const draw = (chart: BarChart): void => {
    element.hidden = chart.bars.length === 0;
    if (chart.bars.length > 0) replace(element, barChart(chart));
  };
  if (!offersStatistics(context)) void drawLatest(context, draw);
  return {
    element,
    show: (statistics) => {
      draw(ofAll(statistics));
    },
  };
}

async function drawLatest(
  { signal }: ViewContext,
  draw: (chart: BarChart) => void,
): Promise<void> {
  const request = { method: LATEST, params: { limit: LATEST_COUNT } };
  // The list of transactions says what is wrong.
  const answer = await call(request, signal).catch(() => null);
  const page = answer?.result as InContext<Page<Signature>> | undefined;
  const items = page?.value.items ?? [];
  if (items.length > 0) draw(ofLatest(items));
}

function ofAll(statistics: Statistics): BarChart {
  const { transactionsOverTime: points, slotsPerPoint: width } = statistics;
  const bars = points.map(({ slot, transactions }) => ({
    count: transactions,
    place: placeOf(Number(slot), width),
  }));
  const [first, last] = [points[0], points.at(-1)];
  return {
    title: "Transactions over time",
    note: `${countOf(width, "slot")} a bar`,
    bars,
    ends: [
      endOf(first?.slot ?? 0, first?.blockTime),
      endOf(last?.slot ?? 0, last?.blockTime),
    ],
  };
}

/** Newest first. */
function ofLatest(transactions: readonly Signature[]): BarChart {
  const newest = transactions[0]!;
  const oldest = transactions.at(-1)!;
  const [from, to] = [Number(oldest.slot), Number(newest.slot)];
  const width = Math.ceil((to - from + 1) / POINTS);
  const counts = new Array<number>(Math.floor((to - from) / width) + 1).fill(0);
  for (const { slot } of transactions)
    counts[Math.floor((Number(slot) - from) / width)]!++;
  return {
    title: "Transactions over time",
    note: `latest ${digits(transactions.length)}, ${countOf(width, "slot")} a bar`,
    bars: counts.map((count, at) => ({
      count,
      place: placeOf(from + at * width, width),
    })),
    ends: [endOf(from, oldest.blockTime), endOf(to, newest.blockTime)],
  };
}

function endOf(slot: number | bigint, time: number | null | undefined): string {
  const ago = time == null ? "" : `, ${timeAgo(time)}`;
  return `slot ${digits(slot)}${ago}`;
}

function placeOf(start: number, width: number): string {
  return width === 1
    ? `slot ${digits(start)}`
    : `slots ${digits(start)} to ${digits(start + width - 1)}`;
}
