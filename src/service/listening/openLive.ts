import type { FastifyInstance } from "fastify";
import { LiveLists } from "../../live/liveLists.ts";
import { LiveCounts } from "../../serve/live/liveCounts.ts";
import type { LiveParts } from "../../serve/live/liveParts.ts";
import { serveSockets } from "../../serve/live/liveSockets.ts";
import { serveStreams } from "../../serve/live/streams.ts";
import type { ListenParts } from "./listen.ts";
import { indexedLevel } from "./openChain.ts";

const PING_MS = 30_000;

type Served = Pick<
  LiveParts,
  "dispatch" | "admit" | "unavailable" | "reach"
> & { readonly app: FastifyInstance };

/** Serves live lists over WebSockets and as server-sent events. `close` ends them all. */
export function openLive(
  { flags, read, reporter, stopping }: ListenParts,
  { app, ...served }: Served,
) {
  const leaving = new AbortController();
  const counts = new LiveCounts();
  const parts: LiveParts = {
    ...served,
    counts,
    lists: new LiveLists(read, (err) => {
      reporter.error({ err }, "following the change log failed");
    }),
    level: indexedLevel(flags),
    mostBytes: flags["max-body"],
    mostBatch: flags["max-batch"],
    mostSubscriptions: flags["max-subscriptions"],
    pingMs: PING_MS,
    onError: (err) => {
      reporter.error({ err }, "a live list failed");
    },
    stopping: AbortSignal.any([stopping, leaving.signal]),
  };
  const sockets = serveSockets(app.server, parts);
  serveStreams(app, parts);
  const close = async (): Promise<void> => {
    leaving.abort();
    await sockets.close();
  };
  return { counts, close };
}
