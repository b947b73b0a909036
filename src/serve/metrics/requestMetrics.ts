import type { ObservedCall, Observer } from "../../rpc/observer.ts";
import { family } from "./family.ts";
import { Histogram } from "./histogram.ts";

const SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
  0.5, 1, 2.5, 5,
];
const ITEMS = [0, 1, 10, 50, 100, 250, 500, 1000];
const BATCH = [1, 2, 5, 10, 25, 50, 100];

class MethodMetrics {
  readonly seconds = new Histogram(SECONDS);
  readonly items = new Histogram(ITEMS);
  readonly errors = new Map<number, number>();
  scanned = 0;
}

/** Counts calls. Unknown methods share one label, because callers must not be able to create labels. */
export class RequestMetrics implements Observer {
  readonly #methods = new Map<string, MethodMetrics>();
  readonly #batches = new Histogram(BATCH);
  #inFlight = 0;

  began(): void {
    this.#inFlight++;
  }

  ended(call: ObservedCall, code: number): void {
    this.#inFlight--;
    const metrics = this.#of(call.method || "none");
    metrics.seconds.observe((performance.now() - call.started) / 1000);
    if (code === 0) {
      metrics.items.observe(call.items);
      metrics.scanned += call.scanned;
    } else metrics.errors.set(code, (metrics.errors.get(code) ?? 0) + 1);
  }

  batch(size: number): void {
    this.#batches.observe(size);
  }

  #of(method: string): MethodMetrics {
    let found = this.#methods.get(method);
    if (!found) this.#methods.set(method, (found = new MethodMetrics()));
    return found;
  }

  render(): string {
    const each = <T>(lines: (method: MethodMetrics, label: string) => T) =>
      [...this.#methods].map(([name, method]) =>
        lines(method, `method="${name}"`),
      );
    const seconds = "tachyon_request_seconds";
    const items = "tachyon_page_items";
    const errors = "tachyon_request_errors_total";
    const scanned = "tachyon_rows_scanned_total";
    const batch = "tachyon_batch_size";
    const inFlight = "tachyon_requests_in_flight";
    return [
      family(
        seconds,
        "histogram",
        "Duration of calls, by method.",
        each((m, label) => [...m.seconds.lines(seconds, label)]).flat(),
      ),
      family(
        errors,
        "counter",
        "Calls answered with an error, by method and code.",
        each((m, label) =>
          [...m.errors].map(
            ([code, n]) => `${errors}{${label},code="${code}"} ${n}`,
          ),
        ).flat(),
      ),
      family(
        items,
        "histogram",
        "Items in a page.",
        each((m, label) => [...m.items.lines(items, label)]).flat(),
      ),
      family(
        scanned,
        "counter",
        "Rows examined to fill pages.",
        each((m, label) => `${scanned}{${label}} ${m.scanned}`),
      ),
      family(
        batch,
        "histogram",
        "Calls in a batch.",
        this.#batches.lines(batch),
      ),
      family(inFlight, "gauge", "Calls being answered.", [
        `${inFlight} ${this.#inFlight}`,
      ]),
    ].join("");
  }
}
