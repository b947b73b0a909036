import { readClocks } from "../../serve/access/now.ts";
import type { Callers } from "../../serve/access/callers.ts";
import type { Connections } from "../../serve/access/connections.ts";
import { CounterDeltas } from "../../serve/access/counterDeltas.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";
import type { PeerMessage } from "./messages.ts";
import { PendingCalls } from "./pendingCalls.ts";

/** No message for a request: what a tenth of a second took from the limits is told at once. */
export const REPORT_EVERY_MS = 100;
/** For the first process to ask all others. */
const METRICS_MS = 3_000;

/** What a worker has to know of its own. */
export interface WorkerParts {
  readonly callers: Callers;
  readonly connections: Connections;
  readonly metrics: () => Promise<ProcessMetrics>;
}

/** The other workers, as one of them sees them: through the process that started them all. */
export class Peers {
  readonly #spent = new CounterDeltas();
  readonly #connections = new CounterDeltas();
  readonly #pendingCalls = new PendingCalls<readonly ProcessMetrics[]>();

  readonly spent = (who: string, units: number): void => {
    this.#spent.add(who, units);
  };

  readonly connected = (name: string, amount: number): void => {
    this.#connections.add(name, amount);
  };

  /** Of every process of the service. */
  async metrics(): Promise<readonly ProcessMetrics[]> {
    const response = await this.#pendingCalls.ask((callId) => {
      sendTo({ kind: "metricsRequest", callId });
    }, METRICS_MS);
    if (!response)
      throw new Error("the first process does not tell its metrics");
    return response;
  }

  /** Starts telling; what others told is heard through the returned function. */
  join(parts: WorkerParts): (message: PeerMessage) => void {
    setInterval(() => {
      const spentUnits = this.#spent
        .take()
        .map(([who, n]) => [who, n, n] as const);
      const connections = this.#connections.take();
      if (spentUnits.length + connections.length === 0) return;
      sendTo({ kind: "usage", spentUnits, connections });
    }, REPORT_EVERY_MS).unref();
    return (message) => {
      this.#receive(message, parts);
    };
  }

  #receive(
    message: PeerMessage,
    { callers, connections, metrics }: WorkerParts,
  ): void {
    if (message.kind === "usage") {
      callers.addSpentUnits(message.spentUnits, readClocks());
      connections.addElsewhere(message.connections);
    } else if (message.kind === "metricsResponse")
      this.#pendingCalls.answer(message.callId, message.metrics);
    else
      void metrics().then((own) => {
        const { callId } = message;
        sendTo({ kind: "metricsResponse", callId, metrics: [own] });
      });
  }
}

/** The first process may be gone before this one knows. Without the callback that would be an uncaught EPIPE. */
function sendTo(message: PeerMessage): void {
  if (process.connected)
    process.send!(message, undefined, undefined, () => undefined);
}
