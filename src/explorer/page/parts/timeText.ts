import { h } from "../dom.ts";
import { timeAgo, utcTime } from "../format.ts";

const REFRESH_MS = 10_000;

/** "5 min ago", with the date when pointed at. */
export function timeText(unixSeconds: number): HTMLElement {
  const datetime = new Date(unixSeconds * 1000).toISOString();
  return h(
    "time",
    { class: "ago", datetime, title: `${utcTime(unixSeconds)} UTC` },
    timeAgo(unixSeconds),
  );
}

/** Both, where there is room. */
export function fullTime(unixSeconds: number): HTMLElement {
  return h(
    "span",
    {},
    timeText(unixSeconds),
    h("span", { class: "muted" }, ` · ${utcTime(unixSeconds)} UTC`),
  );
}

/** Keeps the times on the page true while it is open. */
export function keepTimes(): void {
  setInterval(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>("time.ago"))
      time.textContent = timeAgo(Date.parse(time.dateTime) / 1000);
  }, REFRESH_MS);
}
