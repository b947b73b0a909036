import type { Worker } from "node:cluster";
import type { Callers } from "../../serve/gate/callers.ts";
import { Tally } from "../../serve/gate/tally.ts";
import type { IndexingFacts } from "../../serve/indexing.ts";
import { addUp, withoutGauges } from "../../serve/metrics/addUp.ts";
import {
  type ProcessMetrics,
  stateOfProcess,
} from "../../serve/metrics/processMetrics.ts";
import type { Report, Taken } from "./messages.ts";
import { tell } from "./tell.ts";
import { Tickets } from "./tickets.ts";

/** A worker that has not told its figures by then is left out. */
const METRICS_MS = 1_000;

interface Entry {
  readonly connections: Tally;
  /** What it told last. */
  counts: string;
}

/**
 * What the workers of a service have in common, kept by the process that started them: what is taken from limits, which
 * each is told of, and what they counted, also those that are gone.
 */
export class CommonBook {
  readonly #callers: Callers;
  readonly #facts: IndexingFacts;
  readonly #workers = new Map<Worker, Entry>();
  readonly #tickets = new Tickets<readonly ProcessMetrics[]>();
  readonly #ownState = stateOfProcess("indexer");
  #ended = "";

  constructor(callers: Callers, facts: IndexingFacts) {
    this.#callers = callers;
    this.#facts = facts;
  }

  /** A worker that listens is told how things stand, and heard from now on. */
  join(worker: Worker): void {
    const connections = new Tally();
    for (const entry of this.#workers.values())
      for (const [name, count] of entry.connections.changes())
        connections.add(name, count);
    const outlays = [...this.#callers.outlays(Date.now())];
    tell(worker, { kind: "taken", outlays, connections: connections.take() });
    this.#workers.set(worker, { connections: new Tally(), counts: "" });
    worker.on("message", (report: Report) => {
      this.#hear(worker, report);
    });
    worker.once("exit", () => {
      this.#leave(worker);
    });
  }

  #hear(worker: Worker, report: Report): void {
    if (report.kind === "taken") this.#take(worker, report);
    else if (report.kind === "askMetrics")
      void this.#collect().then((metrics) => {
        const { ticket } = report;
        tell(worker, { kind: "news", facts: this.#facts });
        tell(worker, { kind: "tellMetrics", ticket, metrics });
      });
    else this.#tickets.answer(report.ticket, report.metrics);
  }

  #take(worker: Worker, taken: Taken): void {
    const entry = this.#workers.get(worker)!;
    this.#callers.takeOutlays(taken.outlays, Date.now());
    for (const [name, amount] of taken.connections)
      entry.connections.add(name, amount);
    this.#tellOthers(worker, taken);
  }

  /** Its connections are gone with it; what it counted is not. */
  #leave(worker: Worker): void {
    const { connections, counts } = this.#workers.get(worker)!;
    this.#workers.delete(worker);
    this.#ended = addUp([this.#ended, withoutGauges(counts)]);
    const closed = connections
      .take()
      .map(([name, count]) => [name, -count] as const);
    const taken: Taken = { kind: "taken", outlays: [], connections: closed };
    this.#tellOthers(worker, taken);
  }

  #tellOthers(worker: Worker, taken: Taken): void {
    for (const other of this.#workers.keys())
      if (other !== worker) tell(other, taken);
  }

  /** Of every process, so that no counter ever falls: a worker's last figures outlive it. */
  async #collect(): Promise<readonly ProcessMetrics[]> {
    const asked = [...this.#workers].map(async ([worker, entry]) => {
      const told = await this.#tickets.ask((ticket) => {
        tell(worker, { kind: "askMetrics", ticket });
      }, METRICS_MS);
      entry.counts = told?.[0]?.counts ?? entry.counts;
      return { counts: entry.counts, state: told?.[0]?.state ?? "" };
    });
    const workers = await Promise.all(asked);
    const own = { counts: this.#ended, state: await this.#ownState() };
    return [own, ...workers];
  }
}
