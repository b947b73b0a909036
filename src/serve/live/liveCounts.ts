import { Histogram } from "../metrics/histogram.ts";
import { family } from "../metrics/family.ts";

/** Seconds from the commit of a block to its frame. */
const LAGS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What the live lists of a process are doing. */
export class LiveCounts {
  readonly lag = new Histogram(LAGS);
  /** Closed connections, by code. */
  readonly closed = new Map<number, number>();
  sockets = 0;
  streams = 0;
  subscriptions = 0;
  notifications = 0;

  /** `writtenMs` is when the change was written, or null for an empty notification. */
  notified(writtenMs: number | null): void {
    this.notifications++;
    if (writtenMs !== null)
      this.lag.observe(Math.max(0, Date.now() - writtenMs) / 1000);
  }

  close(code: number): void {
    this.closed.set(code, (this.closed.get(code) ?? 0) + 1);
  }
}

export function renderLive(counts: LiveCounts): string {
  const connections = "tachyon_live_connections";
  const subscriptions = "tachyon_live_subscriptions";
  const notifications = "tachyon_live_notifications_total";
  const closed = "tachyon_live_closed_total";
  const lag = "tachyon_live_lag_seconds";
  return (
    family(connections, "gauge", "Open connections of live lists.", [
      `${connections}{kind="websocket"} ${counts.sockets}`,
      `${connections}{kind="stream"} ${counts.streams}`,
    ]) +
    family(subscriptions, "gauge", "Lists that callers follow.", [
      `${subscriptions} ${counts.subscriptions}`,
    ]) +
    family(notifications, "counter", "Notifications sent to callers.", [
      `${notifications} ${counts.notifications}`,
    ]) +
    family(
      closed,
      "counter",
      "WebSocket connections closed by the server, by code.",
      [...counts.closed].map(([code, n]) => `${closed}{code="${code}"} ${n}`),
    ) +
    family(
      lag,
      "histogram",
      "Time from writing a block to sending its changes.",
      counts.lag.lines(lag),
    )
  );
}
