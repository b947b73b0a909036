import { readClocks } from "../../serve/access/now.ts";
import type { Callers } from "../../serve/access/callers.ts";
import type { Connections } from "../../serve/access/connections.ts";
import type { SlotWaits } from "../../serve/access/slotWaits.ts";
import { CounterDeltas } from "../../serve/access/counterDeltas.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";
import type { PeerMessage } from "./messages.ts";
import { PendingCalls } from "./pendingCalls.ts";

/** Usage is sent every tenth of a second, not for each request. */
export const REPORT_EVERY_MS = 100;
/** Time for the first process to collect the metrics of all others. */
const METRICS_MS = 3_000;

/** The parts of this worker that the messages concern. */
export interface WorkerParts {
  readonly callers: Callers;
  readonly connections: Connections;
  readonly waits: SlotWaits;
  readonly metrics: () => Promise<ProcessMetrics>;
  /** The damage of the store that this worker has seen. */
  readonly damage: () => string | null;
}

function reportDamage(damage: string | null): string | null {
  if (damage !== null) sendTo({ kind: "damage", damage });
  return damage;
}

/** The other workers, reached through the first process. */
export class Peers {
  readonly #spent = new CounterDeltas();
  readonly #connections = new CounterDeltas();
  readonly #waits = new CounterDeltas();
  readonly #pendingCalls = new PendingCalls<readonly ProcessMetrics[]>();

  readonly spent = (who: string, units: number): void => {
    this.#spent.add(who, units);
  };

  readonly connected = (name: string, amount: number): void => {
    this.#connections.add(name, amount);
  };

  readonly waits = (name: string, amount: number): void => {
    this.#waits.add(name, amount);
  };

  /** The metrics of every process of the service. */
  async metrics(): Promise<readonly ProcessMetrics[]> {
    const response = await this.#pendingCalls.ask((callId) => {
      sendTo({ kind: "metricsRequest", callId });
    }, METRICS_MS);
    if (!response)
      throw new Error("the first process does not send its metrics");
    return response;
  }

  /** Starts sending usage. The returned function handles messages of the first process. */
  join(parts: WorkerParts): (message: PeerMessage) => void {
    let damage: string | null = null;
    setInterval(() => {
      damage ??= reportDamage(parts.damage());
      const spentUnits = this.#spent
        .take()
        .map(([who, n]) => [who, n, n] as const);
      const connections = this.#connections.take();
      const waits = this.#waits.take();
      if (spentUnits.length + connections.length + waits.length === 0) return;
      sendTo({ kind: "usage", spentUnits, connections, waits });
    }, REPORT_EVERY_MS).unref();
    return (message) => {
      this.#receive(message, parts);
    };
  }

  #receive(
    message: PeerMessage,
    { callers, connections, waits, metrics }: WorkerParts,
  ): void {
    if (message.kind === "usage") {
      callers.addSpentUnits(message.spentUnits, readClocks());
      connections.addElsewhere(message.connections);
      waits.addElsewhere(message.waits);
    } else if (message.kind === "metricsResponse")
      this.#pendingCalls.answer(message.callId, message.metrics);
    else if (message.kind === "metricsRequest")
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
