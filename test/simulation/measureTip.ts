// npm run measure-tip: catching up a burst of 10,000 blocks from a node, and how often a node is asked at the tip.
import { setTimeout as sleep } from "node:timers/promises";
import { createJsonRpc } from "../../src/ingest/source/jsonRpc.ts";
import { openRpcSource } from "../../src/ingest/source/rpc.ts";
import {
  type SimulatedNode,
  startSimulatedNode,
} from "../node/simulatedNode.ts";
import { withStorePath } from "../store/withStore.ts";
import { type Indexer, startIndexer } from "./index.ts";
import { World } from "./world.ts";

const BURST = 10_000;
const SLOT_MS = 400;
const MINUTES = 1;

const world = new World(1, 1, 0.05);
world.grow(50);
const node = await startSimulatedNode({ blocks: () => world.chain });
await withStorePath(async (url) => {
  const rpc = createJsonRpc(node.url);
  const open = (signal: AbortSignal) => openRpcSource(rpc, signal);
  const indexer = await startIndexer(url, open, 0);
  await reached(indexer);
  world.grow(BURST);
  const started = performance.now();
  await reached(indexer);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${BURST} blocks in ${seconds.toFixed(1)} s, ${Math.round(BURST / seconds)} blocks/s`,
  );
  const before = total(node);
  const slots = (MINUTES * 60_000) / SLOT_MS;
  for (let i = 0; i < slots; i++) {
    world.grow();
    await sleep(SLOT_MS);
  }
  const calls = (total(node) - before) * (60 / MINUTES);
  console.log(`${calls} calls an hour at the tip, ${calls / 9000} a slot`);
  console.log(Object.fromEntries(node.calls));
  await indexer.kill();
});
await node.close();
process.exit(0);

async function reached(indexer: Indexer): Promise<void> {
  while ((await indexer.head()) !== world.tip.content.blockhash)
    await sleep(20);
}

function total({ calls }: SimulatedNode): number {
  return [...calls.values()].reduce((a, b) => a + b, 0);
}
