// Indexes at a steady pace into a store that is being read: a block of transfers every 400 ms, as a chain would.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { stepBack } from "../../src/cli/indexer/stepBack.ts";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { TransferMaker } from "../state/transfers.ts";

const BLOCK_MS = 400;

stepBack();
const { url, perSecond } = workerData as { url: string; perSecond: number };
const { writer } = await openStore(url, { write: true });
const maker = new TransferMaker(2, 10 ** 9);
const perBlock = (perSecond * BLOCK_MS) / 1000;
let written = 0;
for (let next = performance.now(); ; next += BLOCK_MS) {
  const { slot } = (await writer!.head())!;
  const block = headerOf(slot + 1);
  const transactions = Array.from({ length: perBlock }, () => maker.transfer());
  await writer!.apply([{ block, transactions, others: [], setAside: [] }]);
  parentPort!.postMessage((written += perBlock));
  await sleep(Math.max(0, next + BLOCK_MS - performance.now()));
}
