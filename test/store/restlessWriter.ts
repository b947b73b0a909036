// A thread that repeatedly applies and undoes the blocks of a history until it is terminated.
import { parentPort, workerData } from "node:worker_threads";
import { openStore } from "../../src/store/open.ts";
import { type HistoryOptions, makeHistory } from "../model/history.ts";

interface Order {
  readonly url: string;
  readonly history: HistoryOptions;
}

const { url, history } = workerData as Order;
const { updates } = makeHistory(history);
const { writer } = await openStore(url, { write: true });
await writer!.apply(updates.slice(0, 1));
parentPort!.postMessage("ready");
for (;;) {
  for (const update of updates.slice(1)) await writer!.apply([update]);
  await writer!.undoAfter(updates[0]!.block.slot);
}
