// Indexes block by block at a steady rate, like the tip of a chain, into a store that is being read.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../src/service/indexing/lowerPriority.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { decodeBlock } from "../../src/ingest/decode/decodeBlock.ts";
import { parseBlock } from "../../src/ingest/source/file/recording.ts";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { type ChainKind, chainLines, SHAPES } from "../indexing/chains.ts";
import { TransferMaker } from "../state/transfers.ts";

export interface Steady {
  readonly url: string;
  readonly chain: ChainKind;
  readonly perSecond: number;
}

const BLOCK_MS = 400;

/** The update of a block, and its number of transactions. */
interface Brought extends Pick<StateUpdate, "transactions" | "others"> {
  readonly count: number;
}

const maker = new TransferMaker(2, 10 ** 9);

const BLOCKS: Readonly<
  Record<ChainKind, (perSecond: number) => () => Brought>
> = {
  transfers: (perSecond) => {
    const count = (perSecond * BLOCK_MS) / 1000;
    return () => ({ transactions: maker.transfers(count), others: [], count });
  },
  /** Parses and decodes the same block each time, but writes new transfers. */
  mainnet: () => {
    const shape = { ...SHAPES.mainnet, blocks: 1 };
    const bytes = Buffer.from([...chainLines(shape)][0]!);
    return () => {
      const block = parseBlock("the block", { bytes, number: 1 });
      const { others } = decodeBlock(block);
      const transactions = maker.transfers(shape.transfersPerBlock);
      return { transactions, others, count: block.transactions.length };
    };
  },
};

lowerPriority();
const { url, chain, perSecond } = workerData as Steady;
const { writer } = await openStore(url, { write: true });
const nextBlock = BLOCKS[chain](perSecond);
let written = 0;
for (let next = performance.now(); ;) {
  const { slot } = (await writer!.head())!;
  const { count, ...brought } = nextBlock();
  const block = headerOf(slot + 1);
  await writer!.apply([{ block, ...brought, setAside: [] }]);
  parentPort!.postMessage((written += count));
  next += (1000 * count) / perSecond;
  await sleep(Math.max(0, next - performance.now()));
}
