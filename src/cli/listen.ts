import { setTimeout as sleep } from "node:timers/promises";
import { readExplorer } from "../explorer/files.ts";
import { buildServer } from "../rpc/http.ts";
import * as methods from "../rpc/methods/index.ts";
import { limitConnections } from "../serve/gate/connections.ts";
import { Overload } from "../serve/gate/overload.ts";
import { serveHealth, tooFarBehind } from "../serve/health.ts";
import type { IndexingFacts } from "../serve/indexing.ts";
import { RequestMetrics } from "../serve/metrics/requestMetrics.ts";
import { serveMetrics } from "../serve/metrics/serveMetrics.ts";
import { openPort } from "../serve/openPort.ts";
import { servePages } from "../serve/pages.ts";
import { alsoLogging, callLog } from "../serve/slowLog.ts";
import { serveStatus } from "../serve/status.ts";
import { tlsFront } from "../serve/tls.ts";
import type { Store } from "../store/open.ts";
import type { ServeFlags } from "./commands/serveFlags.ts";
import { openGate } from "./gate.ts";
import { openChain } from "./openChain.ts";
import { readVersion } from "./package.ts";
import type { Screen } from "./screen.ts";
import { UsageError } from "./usage.ts";

export interface ListenParts {
  readonly flags: ServeFlags;
  readonly store: Store;
  readonly screen: Screen;
  readonly facts: IndexingFacts;
}

export interface Listening {
  readonly base: string;
  close(): Promise<void>;
}

/** Answers under way may take this long once the port is closed. */
export const CLOSE_MS = 5_000;

/** Puts the server together and opens its port. `stopping` says that a stop was asked for, before the port closes. */
export async function listen(
  parts: ListenParts,
  stopping: AbortSignal,
): Promise<Listening> {
  const { flags, screen } = parts;
  const overload = new Overload();
  const requests = new RequestMetrics();
  const app = serverOf(parts, overload, requests);
  const front = frontOf(app.server, flags, screen);
  const gate = openGate(app.server, flags, screen);
  limitConnections(front, {
    total: flags["max-connections"],
    perAddress: flags["max-connections-per-address"],
  });
  addRoutes(app, parts, stopping, requests, { overload, front, ...gate });
  await app.ready();
  const port = await openPort(app.server, front, flags);
  screen.say(`serving  ${port.base}`, { url: port.base });
  return {
    base: port.base,
    close: async () => {
      await sleep(flags.drain * 1000);
      gate.close();
      overload.stop();
      await Promise.all([app.close(), port.close(CLOSE_MS)]);
    },
  };
}

function serverOf(
  { flags, store, screen, facts }: ListenParts,
  overload: Overload,
  requests: RequestMetrics,
) {
  const slowMs = flags["slow-ms"];
  const logCall = callLog({ log: screen, slowMs, all: flags["log-requests"] });
  return buildServer({
    read: store.reader,
    chain: openChain(flags, store.reader),
    methods,
    log: screen,
    version: readVersion(),
    bodyLimit: flags["max-body"],
    limits: { batch: flags["max-batch"] },
    observer: alsoLogging(requests, logCall),
    unavailable: (params) =>
      tooFarBehind(facts, flags["max-lag"]) ?? overload.refuses(params),
  });
}

function frontOf(
  server: ReturnType<typeof serverOf>["server"],
  flags: ServeFlags,
  screen: Screen,
) {
  const { "tls-cert": cert, "tls-key": key } = flags;
  if (cert && key) return tlsFront(server, { cert, key }, screen);
  if (cert ?? key)
    throw new UsageError("--tls-cert and --tls-key: give both or none");
  return server;
}

function addRoutes(
  app: ReturnType<typeof serverOf>,
  { flags, store, facts }: ListenParts,
  stopping: AbortSignal,
  requests: RequestMetrics,
  gate: Parameters<typeof serveMetrics>[1]["gate"],
): void {
  const read = store.reader;
  const indexing = facts;
  serveStatus(app, { version: readVersion(), read, indexing });
  serveHealth(app, { read, indexing, maxLag: flags["max-lag"], stopping });
  serveMetrics(app, { read, requests, indexing, gate });
  servePages(app, readExplorer());
}
