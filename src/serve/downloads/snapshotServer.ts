import { createServer } from "node:http";
import { fastify } from "fastify";
import { TIMEOUTS } from "../../rpc/http/server.ts";
import { installAccess, RefusalCounts } from "../access/access.ts";
import { Callers } from "../access/callers.ts";
import { acceptHost } from "../access/hostCheck.ts";
import { keepListening, type PortLog } from "../keepListening.ts";
import { openPort } from "../openPort.ts";
import { DownloadLimit } from "./limits.ts";
import { serveSnapshot } from "./snapshot.ts";

export interface SnapshotServerOptions {
  readonly host: string;
  readonly port: number;
  /** Downloads at the same time. */
  readonly most: number;
  readonly log: PortLog;
}

export interface SnapshotServer {
  readonly url: string;
  /** Rejects when the port cannot be opened again; never resolves. */
  readonly lost: Promise<never>;
  /** Does not wait for downloads: their callers resume them. */
  readonly close: () => Promise<void>;
}

/** Serves a snapshot and nothing else, to everyone who reaches the port. */
export async function startSnapshotServer(
  file: string,
  { host, port, most, log }: SnapshotServerOptions,
): Promise<SnapshotServer> {
  const app = fastify({
    serverFactory: (route) => createServer(TIMEOUTS, route),
  });
  installAccess(app.server, {
    callers: new Callers({
      keys: null,
      addressRate: null,
      limitLoopback: false,
    }),
    refused: new RefusalCounts(),
    acceptHost: acceptHost({ host, trustProxy: false, allowed: null }),
    origins: null,
    trustProxy: false,
    mayReadMetrics: () => false,
  });
  serveSnapshot(app, {
    ...{ file, access: "anyone", running: new DownloadLimit(most) },
    onError: (err) => {
      log.error({ err }, "a download failed");
    },
  });
  await app.ready();
  const opened = await openPort(app.server, app.server, { host, port });
  const where = { host, port: opened.number };
  const { lost, stopWatching } = keepListening(app.server, where, log);
  return {
    url: `${opened.base}/snapshot`,
    lost,
    close: async () => {
      stopWatching();
      await opened.close(0);
      await app.close();
    },
  };
}
