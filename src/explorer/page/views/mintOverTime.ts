import { h, replace, type Child } from "../dom.ts";
import { countOf, digits, units } from "../format.ts";
import type { InContext, MintInfo, Page, TokenChange } from "../items.ts";
import { growth, type Moment } from "../mints/growth.ts";
import { mintInfo } from "../mints/mintInfo.ts";
import { lineChart } from "../parts/lineChart.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import type { ViewContext } from "../view.ts";

export const OVER_TIME = "over-time";

const METHOD = "getCompressedTokenHistory";
const PAGE = 1000;
const MOST_PAGES = 5;
/** More points than pixels would draw the same line. */
const MOST_POINTS = 600;

/** Supply and holders over time, added up from the latest changes of balances. */
export function mintOverTime(context: ViewContext): HTMLElement {
  const body = h(
    "section",
    { class: "panel over-time" },
    h("span", { class: "bone" }),
  );
  const load = async (): Promise<void> => {
    try {
      replace(body, ...(await sections(context)));
    } catch (failure) {
      if (!context.signal.aborted)
        replace(
          body,
          failureNotice(failure, () => void load()),
        );
    }
  };
  void load();
  return body;
}

async function sections(context: ViewContext): Promise<readonly Child[]> {
  const mint = context.route.subject;
  const [{ changes, whole }, info] = await Promise.all([
    readChanges(context, mint),
    mintInfo(mint),
  ]);
  const now = whole ? null : sumsNow(info);
  if (changes.length === 0 || now === "unknown")
    return [emptyNotice("Not known", h("p", {}, WHY_NOT))];
  const moments = growth(changes, now);
  const count = countOf(changes.length, "balance change");
  const note = `Drawn from ${whole ? "" : "the latest "}${count}.`;
  return [...charts(moments, info), h("p", { class: "muted small" }, note)];
}

const WHY_NOT =
  "The mint has more changes than are read here, and the server does not say what its supply is now.";

function sumsNow(info: MintInfo | null) {
  if (info?.supply == null) return "unknown";
  const holders = info.holders === null ? null : Number(info.holders);
  return { supply: BigInt(info.supply), holders };
}

function charts(moments: readonly Moment[], info: MintInfo | null): Child[] {
  const decimals = info?.decimals ?? 0;
  const place = (slot: number) => `slot ${digits(slot)}`;
  const drawn = thin(moments);
  const supply = lineChart({
    title: "Supply",
    points: drawn.map(({ slot, supply }) => ({
      x: slot,
      y: Number(supply),
      text: units(supply, decimals),
    })),
    place,
  });
  if (drawn.some(({ holders }) => holders === null)) return [supply];
  const holders = lineChart({
    title: "Holders",
    points: drawn.map(({ slot, holders }) => ({
      x: slot,
      y: holders!,
      text: digits(holders!),
    })),
    place,
  });
  return [supply, holders];
}

/** The last moment stays, because it is what the mint is now. */
function thin(moments: readonly Moment[]): readonly Moment[] {
  const step = Math.ceil(moments.length / MOST_POINTS);
  return moments.filter((_, at) => (moments.length - 1 - at) % step === 0);
}

async function readChanges({ ask }: ViewContext, mint: string) {
  const changes: TokenChange[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const params = { mint, limit: PAGE, ...(cursor && { cursor }) };
    const answer = await ask({ method: METHOD, params });
    const { value } = answer as InContext<Page<TokenChange>>;
    changes.push(...value.items);
    cursor = value.cursor;
    if (cursor === null) break;
  }
  return { changes, whole: cursor === null };
}
