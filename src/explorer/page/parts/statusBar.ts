import { h, replace, svg, type Child } from "../dom.ts";
import { byteSize, countOf, digits } from "../format.ts";
import { isReachable } from "../reachable.ts";
import { clusterOf } from "../cluster.ts";
import { onStatus, type Status } from "../status.ts";
import { slotLink } from "./slotLink.ts";

/** The state of the server, in a line. */
export function statusBar(): HTMLElement {
  const bar = h("section", { class: "status", "aria-label": "Server status" });
  onStatus((status) => {
    // Drawing it anew would take the focus from the link in it.
    if (!bar.contains(document.activeElement)) draw(bar, status);
  });
  return bar;
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
  // A recording is read once, and then there is no rate.
  const isRecording = status !== null && clusterOf(status).isRecording;
  const none = isReachable() ? "–" : lost();
  replace(
    bar,
    h(
      "dl",
      {},
      fact("Slot", status ? slotLink(status.slot) : none),
      fact("Chain", status ? chainText(status) : "–"),
      !isRecording &&
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

/** The chain and how far the index is behind it. */
function chainText(status: Status): string {
  const { name, isRecording } = clusterOf(status);
  if (isRecording) return "recording";
  const { lag, lagSeconds } = status;
  if (lag === null || lagSeconds === null) return name ?? "not following";
  const behind = `${digits(Math.ceil(lagSeconds))} s behind, ${countOf(lag, "slot")}`;
  return `${name ? `${name}, ` : ""}${lag === 0 ? "up to date" : behind}`;
}

const WIDTH = 72;
const HEIGHT = 18;

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
