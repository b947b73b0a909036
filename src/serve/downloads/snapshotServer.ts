import { fastify } from "fastify";
import { rememberCaller } from "../../rpc/http/callerOf.ts";
import { DownloadLimit } from "./limits.ts";
import { serveSnapshot } from "./snapshot.ts";

export interface SnapshotServerOptions {
  readonly host: string;
  readonly port: number;
  /** Downloads at the same time. */
  readonly most: number;
  readonly onError: (error: unknown) => void;
}

/** Serves a snapshot and nothing else, to everyone who reaches the port. Returns its URL. */
export async function startSnapshotServer(
  file: string,
  { host, port, most, onError }: SnapshotServerOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  // A stop does not wait for downloads: their callers resume them.
  const app = fastify({ forceCloseConnections: true });
  app.addHook("onRequest", (request, _reply, done) => {
    rememberCaller(request.raw, null);
    done();
  });
  const running = new DownloadLimit(most);
  serveSnapshot(app, { file, access: "anyone", running, onError });
  const base = await app.listen({ host, port });
  return { url: `${base}/snapshot`, close: () => app.close() };
}
