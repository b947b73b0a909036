import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionUpdate } from "../../src/domain/update.ts";
import { politely, politePause } from "../../src/store/pause.ts";
import type { Writer } from "../../src/store/writer.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { TransferMaker } from "../state/transfers.ts";

const BLOCK_MS = 400;

/** Indexes at a steady pace into a store that is being read: a block of transfers every 400 ms, as a chain would. */
export function indexSteadily(
  writer: Writer,
  perSecond: number,
): { readonly written: () => number } {
  const maker = new TransferMaker(2, 10 ** 9);
  const perBlock = (perSecond * BLOCK_MS) / 1000;
  const pause = politePause();
  let written = 0;
  const writeBlock = async (): Promise<void> => {
    const head = (await writer.head())!;
    const block = headerOf(head.slot + 1);
    const transactions: TransactionUpdate[] = [];
    const steps = Array(perBlock)
      .keys()
      .map(() => transactions.push(maker.transfer()));
    await politely(steps, pause);
    await writer.apply([{ block, transactions, others: [], setAside: [] }]);
    written += perBlock;
  };
  const keepWriting = async (): Promise<never> => {
    for (let next = performance.now(); ; next += BLOCK_MS) {
      await writeBlock();
      await sleep(Math.max(0, next + BLOCK_MS - performance.now()));
    }
  };
  void keepWriting();
  return { written: () => written };
}
