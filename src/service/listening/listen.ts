import cluster from "node:cluster";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Health } from "../../ingest/health.ts";
import { Connections } from "../../serve/access/connections.ts";
import { Overload } from "../../serve/access/overload.ts";
import { answerBadRequests } from "../../serve/answerBadRequests.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import {
  metricsOfProcess,
  type ProcessMetrics,
} from "../../serve/metrics/processMetrics.ts";
import { RequestMetrics } from "../../serve/metrics/requestMetrics.ts";
import { keepListening } from "../../serve/keepListening.ts";
import { openPort } from "../../serve/openPort.ts";
import { tlsFront } from "../../serve/tls.ts";
import type { Reader } from "../../store/reader.ts";
import type { ProverFlags } from "../../settings/proverFlags.ts";
import type { PublicFlags } from "../../settings/publicFlags.ts";
import type { ShadowFlags } from "../../settings/shadowFlags.ts";
import { tlsFilesOf } from "../preflight.ts";
import type { Reporter } from "../reporter.ts";
import { addRoutes } from "./addRoutes.ts";
import { buildApp } from "./buildApp.ts";
import { openAccess, openCallers } from "./openAccess.ts";
import type { ChainFlags } from "./openChain.ts";
import { openLive } from "./openLive.ts";
import { openProver } from "./openProver.ts";
import { openSlotWaits } from "./openSlotWaits.ts";

export interface ListenFlags
  extends ChainFlags, PublicFlags, ProverFlags, ShadowFlags {
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  readonly "refuse-when-behind": boolean;
}

export interface ListenParts {
  readonly flags: ListenFlags;
  readonly read: Reader;
  readonly health: Health;
  readonly facts: IndexingFacts;
  readonly reporter: Reporter;
  /** Aborts when a stop is requested, before the port closes. */
  readonly stopping: AbortSignal;
  /** Present in a worker. */
  readonly peers?: ServingBeside;
}

/** The processes that serve on the same port. */
interface ServingBeside {
  readonly spent: (who: string, units: number) => void;
  readonly connected: (name: string, amount: number) => void;
  readonly waits: (name: string, amount: number) => void;
  metrics(): Promise<readonly ProcessMetrics[]>;
}

/** Time for answers in progress after the port has closed. */
export const CLOSE_MS = 5_000;

/** Answers requests from a store in this process, which may be one of several workers. */
export async function listen(parts: ListenParts) {
  const { flags, read, reporter, peers } = parts;
  const overload = new Overload();
  const requests = new RequestMetrics();
  const { prover, close: closeProver } = openProver(flags, reporter);
  const waits = openSlotWaits(flags, read, parts.health, peers?.waits);
  const built = buildApp(parts, { prover, overload, waits, requests });
  const { app, shadow } = built;
  const front = frontOf(app.server, flags, reporter);
  const access = openCallers(flags, reporter, peers?.spent);
  const { refused, admit } = openAccess(app.server, flags, access);
  const live = openLive(parts, { ...built, admit, reach: waits.reach });
  answerBadRequests(app.server);
  const connections = limitConnections(front, parts);
  const metrics = metricsOfProcess({
    ...{ requests, read, prover, waits, shadow, live: live.counts },
    name: cluster.worker ? `worker-${cluster.worker.id}` : null,
    access: { overload, front, refused },
  });
  addRoutes(app, parts, { prover, metrics, live: live.counts });
  await app.ready();
  const port = await openPort(app.server, front, flags);
  const where = { host: flags.host, port: port.number };
  const { lost, stopWatching } = keepListening(front, where, reporter);
  // The indexer stops as well, so the slots that requests wait for do not come.
  parts.stopping.addEventListener("abort", () => {
    waits.stop();
  });
  const close = async (): Promise<void> => {
    waits.stop();
    if (parts.stopping.aborted) await sleep(flags.drain * 1000);
    stopWatching();
    access.close();
    closeProver();
    await shadow?.close();
    overload.stop();
    await live.close();
    await Promise.all([app.close(), port.close(CLOSE_MS)]);
  };
  return {
    ...{ app, front, base: port.base, lost, stopWatching },
    ...{ callers: access.callers, connections, waits, metrics },
    ...{ close, closeLive: live.close },
  };
}

/** What accepts the connections: the server itself, or TLS in front of it. */
function frontOf(server: Server, flags: ListenFlags, reporter: Reporter) {
  const files = tlsFilesOf(flags);
  return files ? tlsFront(server, files, reporter) : server;
}

function limitConnections(
  front: ReturnType<typeof frontOf>,
  { flags, peers }: ListenParts,
): Connections {
  const limits = {
    total: flags["max-connections"],
    perAddress: flags["max-connections-per-address"],
  };
  return new Connections(front, limits, peers?.connected);
}
