import type { Callers } from "../../serve/gate/callers.ts";
import type { Connections } from "../../serve/gate/connections.ts";
import { Tally } from "../../serve/gate/tally.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";
import type { Report } from "./messages.ts";
import { Tickets } from "./tickets.ts";

/** No message for a request: what a tenth of a second took from the limits is told at once. */
export const TELL_EVERY_MS = 100;
/** For the first process to ask all others. */
const METRICS_MS = 3_000;

/** What a worker has to know of its own. */
export interface WorkerParts {
  readonly callers: Callers;
  readonly connections: Connections;
  readonly metrics: () => Promise<ProcessMetrics>;
}

/** The other workers, as one of them sees them: through the process that started them all. */
export class Colleagues {
  readonly #spent = new Tally();
  readonly #connections = new Tally();
  readonly #tickets = new Tickets<readonly ProcessMetrics[]>();

  readonly spent = (who: string, units: number): void => {
    this.#spent.add(who, units);
  };

  readonly connected = (name: string, amount: number): void => {
    this.#connections.add(name, amount);
  };

  /** Of every process of the service. */
  async metrics(): Promise<readonly ProcessMetrics[]> {
    const told = await this.#tickets.ask((ticket) => {
      tell({ kind: "askMetrics", ticket });
    }, METRICS_MS);
    if (!told) throw new Error("the first process does not tell its metrics");
    return told;
  }

  /** Starts telling; what others told is heard through the returned function. */
  join(parts: WorkerParts): (report: Report) => void {
    setInterval(() => {
      const outlays = this.#spent
        .take()
        .map(([who, n]) => [who, n, n] as const);
      const connections = this.#connections.take();
      if (outlays.length + connections.length === 0) return;
      tell({ kind: "taken", outlays, connections });
    }, TELL_EVERY_MS).unref();
    return (report) => {
      this.#hear(report, parts);
    };
  }

  #hear(report: Report, { callers, connections, metrics }: WorkerParts): void {
    if (report.kind === "taken") {
      callers.takeOutlays(report.outlays, Date.now());
      connections.addElsewhere(report.connections);
    } else if (report.kind === "tellMetrics")
      this.#tickets.answer(report.ticket, report.metrics);
    else
      void metrics().then((own) => {
        const { ticket } = report;
        tell({ kind: "tellMetrics", ticket, metrics: [own] });
      });
  }
}

function tell(report: Report): void {
  if (process.connected) process.send!(report);
}
