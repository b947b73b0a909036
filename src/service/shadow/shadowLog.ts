import type { Reporter } from "../reporter.ts";
import type { ReportedCall } from "./messages.ts";

const LINE_EVERY_MS = 1_000;

/** Logs differences, at most one line per second, and when the other server stops and starts to answer. */
export class ShadowLog {
  readonly #origin: string;
  readonly #reporter: Reporter;
  #lastLine = -Infinity;
  #unlogged = 0;
  #silent = false;

  constructor(origin: string, reporter: Reporter) {
    this.#origin = origin;
    this.#reporter = reporter;
  }

  add(call: ReportedCall): void {
    const { meaning } = call;
    if (meaning === "unanswered") this.#noteSilence(call.text);
    else if (meaning !== "skipped") this.#noteAnswer();
    if (meaning === "difference" || meaning === "fault") this.#warn(call);
  }

  error(err: unknown): void {
    this.#reporter.error({ err }, "comparing with the shadow server failed");
  }

  #noteSilence(why: string): void {
    if (this.#silent) return;
    this.#silent = true;
    this.#reporter.warn(`shadow   ${this.#origin}: ${why}`);
  }

  #noteAnswer(): void {
    if (!this.#silent) return;
    this.#silent = false;
    this.#reporter.say(`shadow   ${this.#origin} answers again`);
  }

  #warn({ method, kind, text, params, hashes }: ReportedCall): void {
    const now = performance.now();
    if (now - this.#lastLine < LINE_EVERY_MS) {
      this.#unlogged++;
      return;
    }
    this.#lastLine = now;
    const [own, other] = hashes.map((hash) => hash ?? "none");
    const more =
      this.#unlogged > 0 ? `; ${this.#unlogged} more since the last line` : "";
    this.#unlogged = 0;
    this.#reporter.warn(
      `shadow   ${method}: ${text} (hashes: A, this server, ${own!}; B, the other, ${other!})${more}`,
      { method, kind, params, hash: own, otherHash: other },
    );
  }
}
