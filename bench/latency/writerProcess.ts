// Indexes at a steady pace into a store that is being read: a block of transfers every 400 ms, as a chain would.
import { setTimeout as sleep } from "node:timers/promises";
import { headerOf } from "../../test/encoder/block.ts";
import { openStore } from "../../src/store/open.ts";
import { answerParent } from "../process.ts";
import { TransferMaker } from "../state/transfers.ts";

const BLOCK_MS = 400;
const [url, perSecond] = process.argv.slice(2);
const store = await openStore(url!, { write: true });
const writer = store.writer!;
const maker = new TransferMaker(2, 10 ** 9);
const perBlock = (Number(perSecond) * BLOCK_MS) / 1000;
let written = 0;

async function writeBlock(): Promise<void> {
  const head = (await writer.head())!;
  const block = headerOf(head.slot + 1);
  const transactions = Array.from({ length: perBlock }, () => maker.transfer());
  await writer.apply([{ block, transactions, others: [], setAside: [] }]);
  written += perBlock;
}

answerParent(() => written);
for (let next = performance.now(); ; next += BLOCK_MS) {
  await writeBlock();
  await sleep(Math.max(0, next + BLOCK_MS - performance.now()));
}
