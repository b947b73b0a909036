// Serves live lists from a store, in a thread of its own.
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { LiveLists } from "../../src/live/liveLists.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { withoutWaiting } from "../../src/rpc/minContextSlot.ts";
import { LiveCounts } from "../../src/serve/live/liveCounts.ts";
import { serveSockets } from "../../src/serve/live/liveSockets.ts";
import { openStore } from "../../src/store/open.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const onError = (error: unknown): never => {
  throw error;
};
const { reader } = await openStore(workerData as string, { write: false });
const log = { error: onError };
const options = { read: reader, methods, log, version: "bench" };
const dispatch = createDispatch(options);
const app = buildServer({ ...options, dispatch });
serveSockets(app.server, {
  ...{ dispatch, onError, counts: new LiveCounts(), admit: () => null },
  lists: new LiveLists(reader, onError),
  reach: withoutWaiting(reader),
  level: "confirmed",
  unavailable: () => null,
  ...{ mostBytes: 2 ** 20, mostBatch: 100, mostSubscriptions: 100 },
  pingMs: 30_000,
  stopping: new AbortController().signal,
});
await app.listen({ port: 0, host: "127.0.0.1" });
parentPort!.on("message", (wanted: "now" | "collected") => {
  if (wanted === "collected") collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const { user, system } = process.threadCpuUsage();
  parentPort!.postMessage({
    bytes: heapUsed + external,
    cpuSeconds: (user + system) / 1e6,
  });
});
parentPort!.postMessage((app.server.address() as AddressInfo).port);
