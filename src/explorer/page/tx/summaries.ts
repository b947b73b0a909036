import { h, replace } from "../dom.ts";
import type { Touched } from "../items.ts";
import { callAll } from "../rpc.ts";
import type { ViewContext } from "../view.ts";
import { summarize, type Summary } from "./summarize.ts";
import { summaryText } from "./summaryText.ts";

const METHOD = "getTransactionWithCompressionInfo";
/** The server asks its node for each of them. */
const PER_BATCH = 12;
const MOST_KEPT = 1000;
/** Rows that are about to be on the screen are asked, too. */
const AHEAD = "800px";

const kept = new Map<string, Summary>();

/**
 * What transactions did, for the rows near the screen only: a row asks when it comes near, and one batch is on its
 * way at a time. A server that cannot read transactions is asked once.
 */
export class Summaries {
  readonly #context: ViewContext;
  readonly #onUnable: () => void;
  readonly #onSummary: (signature: string, summary: Summary) => void;
  readonly #signatures = new Map<Element, string>();
  readonly #wanted = new Map<string, Element>();
  readonly #seen: IntersectionObserver;
  #busy = false;
  /** It has answered once, so a refusal is about one transaction. */
  #able = false;
  #stopped = false;

  constructor(
    context: ViewContext,
    onUnable: () => void,
    onSummary: (signature: string, summary: Summary) => void = () => undefined,
  ) {
    this.#context = context;
    this.#onUnable = onUnable;
    this.#onSummary = onSummary;
    this.#seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) this.#want(target);
        void this.#askWanted();
      },
      { rootMargin: AHEAD },
    );
    if (!context.server.methods.has(METHOD))
      queueMicrotask(() => {
        this.#stop();
      });
  }

  /** The cell of a row; it fills itself. */
  cell(signature: string): HTMLElement {
    const summary = kept.get(signature);
    if (summary) {
      this.#onSummary(signature, summary);
      return summaryText(summary);
    }
    const bone = h("span", { class: "summary" }, h("span", { class: "bone" }));
    this.#signatures.set(bone, signature);
    this.#seen.observe(bone);
    return bone;
  }

  #want(cell: Element): void {
    this.#seen.unobserve(cell);
    const signature = this.#signatures.get(cell);
    this.#signatures.delete(cell);
    if (signature !== undefined) this.#wanted.set(signature, cell);
  }

  async #askWanted(): Promise<void> {
    if (this.#busy || this.#stopped || this.#wanted.size === 0) return;
    this.#busy = true;
    const asked = [...this.#wanted].slice(0, PER_BATCH);
    for (const [signature] of asked) this.#wanted.delete(signature);
    const answers = await callAll(
      asked.map(([signature]) => ({ method: METHOD, params: { signature } })),
      this.#context.signal,
    ).catch(() => []);
    this.#busy = false;
    const answered = asked.filter(([signature, cell], at) =>
      this.#fill(signature, cell, answers[at]),
    );
    this.#able ||= answered.length > 0;
    if (this.#able && answers.length > 0) void this.#askWanted();
    else this.#stop();
  }

  #fill(signature: string, cell: Element, answer: unknown): boolean {
    const isAnswer = answer !== undefined && !(answer instanceof Error);
    if (!isAnswer) {
      replace(cell, h("span", { class: "muted" }, "–"));
      return false;
    }
    const summary = summarize(answer as Touched);
    keep(signature, summary);
    cell.replaceWith(summaryText(summary));
    this.#onSummary(signature, summary);
    return true;
  }

  #stop(): void {
    if (this.#stopped || this.#context.signal.aborted) return;
    this.#stopped = true;
    this.#seen.disconnect();
    this.#onUnable();
  }
}

function keep(signature: string, summary: Summary): void {
  kept.set(signature, summary);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest!);
}
