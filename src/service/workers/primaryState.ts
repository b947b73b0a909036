import { readClocks } from "../../serve/access/now.ts";
import type { Worker } from "node:cluster";
import type { Callers } from "../../serve/access/callers.ts";
import {
  type Change,
  CounterDeltas,
} from "../../serve/access/counterDeltas.ts";
import type { Health } from "../../ingest/health.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import { addUp, withoutGauges } from "../../serve/metrics/addUp.ts";
import {
  type ProcessMetrics,
  stateOfProcess,
} from "../../serve/metrics/processMetrics.ts";
import type { FactsUpdate, PeerMessage, UsageReport } from "./messages.ts";
import { sendTo } from "./sendTo.ts";
import { PendingCalls } from "./pendingCalls.ts";

/** A worker that has not sent its metrics by then is left out. */
const METRICS_MS = 1_000;

interface Entry {
  readonly connections: CounterDeltas;
  readonly waits: CounterDeltas;
  /** The metrics it sent last. */
  counts: string;
}

/**
 * State shared by the workers, kept by the first process: usage of limits, which it forwards to each worker, and metrics,
 * also those of workers that have ended.
 */
export class PrimaryState {
  readonly #callers: Callers;
  readonly #facts: IndexingFacts;
  readonly #health: Pick<Health, "state">;
  readonly #workers = new Map<Worker, Entry>();
  readonly #pendingCalls = new PendingCalls<readonly ProcessMetrics[]>();
  readonly #ownState = stateOfProcess("indexer");
  #ended = "";

  constructor(
    callers: Callers,
    facts: IndexingFacts,
    health: Pick<Health, "state">,
  ) {
    this.#callers = callers;
    this.#facts = facts;
    this.#health = health;
  }

  /** What the indexer has done, and how far it is. */
  factsUpdate(): FactsUpdate {
    return { kind: "facts", facts: this.#facts, health: this.#health.state() };
  }

  /** Adds a worker that listens: sends it the current usage and facts, and handles its messages from now on. */
  join(worker: Worker): void {
    const entries = [...this.#workers.values()];
    sendTo(worker, {
      kind: "usage",
      spentUnits: [...this.#callers.spentUnits(readClocks())],
      connections: sumOf(entries.map(({ connections }) => connections)),
      waits: sumOf(entries.map(({ waits }) => waits)),
    });
    sendTo(worker, this.factsUpdate());
    const connections = new CounterDeltas();
    const waits = new CounterDeltas();
    this.#workers.set(worker, { connections, waits, counts: "" });
    worker.on("message", (message: PeerMessage) => {
      this.#receive(worker, message);
    });
    worker.once("exit", () => {
      this.#leave(worker);
    });
  }

  #receive(worker: Worker, message: PeerMessage): void {
    if (message.kind === "usage") this.#take(worker, message);
    else if (message.kind === "metricsRequest")
      void this.#collect().then((metrics) => {
        const { callId } = message;
        sendTo(worker, this.factsUpdate());
        sendTo(worker, { kind: "metricsResponse", callId, metrics });
      });
    else if (message.kind === "damage")
      this.#facts.storeDamage ??= message.damage;
    else this.#pendingCalls.answer(message.callId, message.metrics);
  }

  #take(worker: Worker, usage: UsageReport): void {
    this.#callers.addSpentUnits(usage.spentUnits, readClocks());
    const entry = this.#workers.get(worker);
    if (!entry) return; // sent before the worker ended but read afterwards
    for (const kind of ["connections", "waits"] as const)
      for (const [name, amount] of usage[kind]) entry[kind].add(name, amount);
    this.#sendToOthers(worker, usage);
  }

  /** Removes the connections and waits of an ended worker but keeps its counters as of the last scrape. */
  #leave(worker: Worker): void {
    const { connections, waits, counts } = this.#workers.get(worker)!;
    this.#workers.delete(worker);
    this.#ended = addUp([this.#ended, withoutGauges(counts)]);
    const usage: UsageReport = {
      kind: "usage",
      spentUnits: [],
      connections: negated(connections.take()),
      waits: negated(waits.take()),
    };
    this.#sendToOthers(worker, usage);
  }

  #sendToOthers(worker: Worker, usage: UsageReport): void {
    for (const other of this.#workers.keys())
      if (other !== worker) sendTo(other, usage);
  }

  /** The metrics of every process. The last counters of ended workers are kept, so that no counter falls. */
  async #collect(): Promise<readonly ProcessMetrics[]> {
    const asked = [...this.#workers].map(async ([worker, entry]) => {
      const response = await this.#pendingCalls.ask((callId) => {
        sendTo(worker, { kind: "metricsRequest", callId });
      }, METRICS_MS);
      entry.counts = response?.[0]?.counts ?? entry.counts;
      return { counts: entry.counts, state: response?.[0]?.state ?? "" };
    });
    const workers = await Promise.all(asked);
    const own = { counts: this.#ended, state: await this.#ownState() };
    return [own, ...workers];
  }
}

function sumOf(counters: readonly CounterDeltas[]): Change[] {
  const sum = new CounterDeltas();
  for (const counter of counters)
    for (const [name, count] of counter.changes()) sum.add(name, count);
  return sum.take();
}

function negated(changes: readonly Change[]): Change[] {
  return changes.map(([name, amount]) => [name, -amount]);
}
