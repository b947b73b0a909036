import { h, replace, svg, type Child } from "../dom.ts";
import { byteSize, digits } from "../format.ts";
import { fetchReporting, isReachable } from "../reachable.ts";
import { endpoint } from "../rpc.ts";

/** The response of `GET /status`. */
export interface Status {
  readonly version: string;
  readonly slot: number;
  /** Slots behind the chain; null if no chain is followed. */
  readonly lag: number | null;
  /** The time those slots take. */
  readonly lagSeconds: number | null;
  readonly storeBytes: number | null;
  /** Compression transactions indexed per second, one value per interval, oldest first. */
  readonly rates: readonly number[];
}

export const EVERY_MS = 2_000;

/** The state of the server, refreshed while the page is visible. */
export function statusBar(): HTMLElement {
  const bar = h("section", { class: "status", "aria-label": "Server status" });
  draw(bar, null);
  const tick = async (): Promise<void> => {
    if (document.visibilityState === "visible") draw(bar, await readStatus());
    setTimeout(() => void tick(), EVERY_MS);
  };
  void tick();
  return bar;
}

async function readStatus(): Promise<Status | null> {
  try {
    const response = await fetchReporting(endpoint("status"));
    return response.ok ? ((await response.json()) as Status) : null;
  } catch {
    return null;
  }
}

function draw(bar: Element, status: Status | null): void {
  const fact = (title: string, ...value: readonly Child[]) =>
    h(
      "div",
      { class: title.toLowerCase() },
      h("dt", {}, title),
      h("dd", {}, ...value),
    );
  const rate = status?.rates.at(-1) ?? 0;
  replace(
    bar,
    h(
      "dl",
      {},
      fact("Slot", status ? digits(status.slot) : isReachable() ? "–" : lost()),
      fact("Lag", status ? lagText(status) : "–"),
      fact(
        "Indexing",
        h("span", { class: "rate" }, `${digits(Math.round(rate))} tx/s`),
        plot(status?.rates ?? []),
      ),
      fact("Store", status?.storeBytes ? byteSize(status.storeBytes) : "–"),
      fact("Version", status?.version ?? "–"),
    ),
  );
}

function lost(): HTMLElement {
  return h("span", { class: "lost" }, "no answer");
}

function lagText({ lag, lagSeconds }: Status): string {
  if (lag === null || lagSeconds === null) return "not following";
  if (lag === 0) return "none";
  return `${digits(Math.ceil(lagSeconds))} s, ${digits(lag)} slots`;
}

const WIDTH = 96;
const HEIGHT = 22;

function plot(rates: readonly number[]): SVGElement {
  const most = Math.max(1, ...rates);
  const step = WIDTH / Math.max(1, rates.length - 1);
  const points = rates.map(
    (rate, i) =>
      `${(i * step).toFixed(1)},${(HEIGHT - 1 - (rate / most) * (HEIGHT - 3)).toFixed(1)}`,
  );
  const label = `Transactions indexed per second, at most ${digits(Math.round(most))}`;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "plot",
      role: "img",
      "aria-label": label,
    },
    svg("polygon", {
      points: `0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`,
    }),
    svg("polyline", { points: points.join(" ") }),
  );
}
