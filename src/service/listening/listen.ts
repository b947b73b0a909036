import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { readExplorer } from "../../explorer/files.ts";
import type { Prover } from "../../domain/prover.ts";
import type { Health } from "../../ingest/health.ts";
import type { ProverPool } from "../../prover/proverPool.ts";
import { createDispatch } from "../../rpc/dispatch.ts";
import { buildServer } from "../../rpc/http.ts";
import * as methods from "../../rpc/methods/index.ts";
import { Connections } from "../../serve/access/connections.ts";
import type { SlotWaits } from "../../serve/access/slotWaits.ts";
import { Overload } from "../../serve/access/overload.ts";
import { answerBadRequests } from "../../serve/answerBadRequests.ts";
import { Running } from "../../serve/downloadLimits.ts";
import { serveExports } from "../../serve/exports.ts";
import { serveHealth } from "../../serve/health.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import {
  metricsOfProcess,
  type ProcessMetrics,
} from "../../serve/metrics/processMetrics.ts";
import { RequestMetrics } from "../../serve/metrics/requestMetrics.ts";
import { serveMetrics } from "../../serve/metrics/serveMetrics.ts";
import { keepListening } from "../../serve/keepListening.ts";
import { openPort } from "../../serve/openPort.ts";
import { servePages } from "../../serve/staticPages.ts";
import { alsoLogging, callLog } from "../../serve/slowLog.ts";
import { treeTrouble } from "../../serve/treeTrouble.ts";
import { serveSnapshot } from "../../serve/snapshotFile.ts";
import type { LiveCounts } from "../../serve/live/liveCounts.ts";
import { serveStatus } from "../../serve/status.ts";
import { tlsFront } from "../../serve/tls.ts";
import type { Reader } from "../../store/reader.ts";
import type { PublicFlags } from "../../settings/publicFlags.ts";
import { openCallers, openAccess } from "./openAccess.ts";
import { type ChainFlags, indexedLevel, openChain } from "./openChain.ts";
import type { ProverFlags } from "../../settings/proverFlags.ts";
import { openLive } from "./openLive.ts";
import { openProver } from "./openProver.ts";
import type { ShadowFlags } from "../../settings/shadowFlags.ts";
import { openShadow } from "./openShadow.ts";
import { openSlotWaits } from "./openSlotWaits.ts";
import { readVersion } from "../../settings/package.ts";
import { tlsFilesOf } from "../preflight.ts";
import type { Reporter } from "../reporter.ts";

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
  const { flags, reporter, peers } = parts;
  const overload = new Overload();
  const requests = new RequestMetrics();
  const { prover, close: closeProver } = openProver(flags, reporter);
  const waits = openSlotWaits(flags, parts.read, parts.health, peers?.waits);
  const { app, shadow, dispatch, unavailable } = serverOf(
    ...([parts, prover, overload, waits, requests] as const),
  );
  const front = frontOf(app.server, flags, reporter);
  const access = openCallers(flags, reporter, peers?.spent);
  const { refused, admit } = openAccess(app.server, flags, access);
  const live = openLive(parts, {
    ...{ app, dispatch, admit, unavailable, reach: waits.reach },
  });
  answerBadRequests(app.server);
  const limits = {
    total: flags["max-connections"],
    perAddress: flags["max-connections-per-address"],
  };
  const connections = new Connections(front, limits, peers?.connected);
  const name = cluster.worker ? `worker-${cluster.worker.id}` : null;
  const facts = { overload, front, refused };
  const metrics = metricsOfProcess(
    ...([
      name,
      requests,
      facts,
      parts.read,
      prover,
      waits,
      shadow,
      live.counts,
    ] as const),
  );
  addRoutes(app, parts, prover, metrics, live.counts);
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
  const { callers } = access;
  const reached = { base: port.base, lost, stopWatching, close };
  const { close: closeLive } = live;
  const counted = { callers, connections, waits, metrics };
  return { app, front, ...reached, ...counted, closeLive };
}

function serverOf(
  { flags, read, health, reporter }: ListenParts,
  prover: Prover | null,
  overload: Overload,
  waits: SlotWaits,
  requests: RequestMetrics,
) {
  const slowMs = flags["slow-ms"];
  const logCall = callLog({
    log: reporter,
    slowMs,
    all: flags["log-requests"],
  });
  const behind = flags["refuse-when-behind"] ? () => health.problem() : null;
  const options = {
    read,
    chain: openChain(flags, read),
    prover,
    commitment: indexedLevel(flags),
    methods,
    log: reporter,
    limits: { batch: flags["max-batch"] },
    takeTurn: overload.takeTurn,
    reachSlot: waits.reach,
    ...(behind && { unavailable: behind }),
  };
  const shadow = openShadow(flags, options, reporter, flags.workers || 1);
  const observer = alsoLogging(requests, logCall);
  const dispatch = createDispatch({ ...options, observer });
  const app = buildServer({
    ...{ ...options, dispatch },
    version: readVersion(),
    bodyLimit: flags["max-body"],
    observer,
    mirror: shadow,
  });
  const unavailable = behind ?? (() => null);
  return { app, shadow, dispatch, unavailable };
}

type App = ReturnType<typeof serverOf>["app"];

/** What accepts the connections: the server itself, or TLS in front of it. */
function frontOf(
  server: App["server"],
  flags: ListenFlags,
  reporter: Reporter,
) {
  const files = tlsFilesOf(flags);
  return files ? tlsFront(server, files, reporter) : server;
}

function addRoutes(
  app: App,
  {
    flags,
    reporter,
    read,
    health,
    facts: indexing,
    stopping,
    peers,
  }: ListenParts,
  prover: ProverPool | null,
  metrics: () => Promise<ProcessMetrics>,
  live: LiveCounts,
): void {
  const processes = async () => (peers ? peers.metrics() : [await metrics()]);
  const version = readVersion();
  serveStatus(app, { version, read, indexing, health, live });
  const limitations = [
    () => proverTrouble(prover),
    () => indexing.warnings,
    () => treeTrouble(read),
  ];
  serveHealth(app, { read, indexing, health, limitations, stopping });
  const downloads = {
    access: flags.exports ?? "keys",
    running: new Running(flags["max-exports"]),
    onError: (err: unknown) => {
      reporter.error({ err }, "a download failed");
    },
  };
  serveExports(app, { read, methods, ...downloads });
  if (flags.snapshot !== null)
    serveSnapshot(app, { file: flags.snapshot, ...downloads });
  serveMetrics(app, { read, indexing, health, prover, processes });
  servePages(app, readExplorer());
}

/** A missing prover concerns validity proofs only. */
function proverTrouble(prover: ProverPool | null): string[] {
  const trouble = prover?.trouble ?? null;
  return trouble === null ? [] : [`validity proofs: ${trouble}`];
}
