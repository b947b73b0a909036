// npm run measure-tip: measures catching up 10,000 blocks from a node in another process, compared with the same blocks
// from a file, and the number of requests to a node at the tip.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFileSource } from "../../src/ingest/source/file/source.ts";
import { createJsonRpc } from "../../src/ingest/source/node/jsonRpc.ts";
import { openRpcSource } from "../../src/ingest/source/node/source.ts";
import { waitFor } from "../waitFor.ts";
import { withStorePath } from "../store/withStore.ts";
import type { Confirm, Started, NodeStatus } from "./blockServer.ts";
import { type Indexer, startIndexer } from "./index.ts";

const BURST = 10_000;
const BEFORE = 50;
const SLOT_MS = 400;
const MINUTES = 1;
const SLOTS = (MINUTES * 60_000) / SLOT_MS;
const TOTAL = BEFORE + BURST + SLOTS;

const folder = mkdtempSync(join(tmpdir(), "tachyon-burst-"));
const recording = join(folder, "chain.jsonl");
const server = new URL("./blockServer.ts", import.meta.url).pathname;
const node = fork(server, [String(TOTAL), recording]);
const [{ url }] = (await once(node, "message")) as [Started];

await withStorePath(async (store) => {
  await confirm(node, BEFORE);
  const rpc = createJsonRpc(new URL(url));
  const open = (signal: AbortSignal) => openRpcSource(rpc, signal);
  const indexer = await startIndexer(store, open, 0);
  await reached(indexer, (await confirm(node, BEFORE)).tip);
  const burst = await confirm(node, BEFORE + BURST);
  await timed("from a node", BURST, () => reached(indexer, burst.tip));
  await atTheTip();
  await indexer.kill();
});
await withStorePath(async (store) => {
  const open = () => openFileSource(recording, { accounts: null });
  await timed("from a file", TOTAL, async () => {
    await (
      await startIndexer(store, open, -1)
    ).ended;
  });
});
rmSync(folder, { recursive: true });
process.exit(0);

async function atTheTip(): Promise<void> {
  const before = total(await confirm(node, BEFORE + BURST));
  for (let i = 1; i <= SLOTS; i++) {
    await confirm(node, BEFORE + BURST + i);
    await sleep(SLOT_MS);
  }
  const after = await confirm(node, TOTAL);
  const calls = (total(after) - before) * (60 / MINUTES);
  console.log(`${calls} calls an hour at the tip, ${calls / 9000} a slot`);
  console.log(after.calls);
}

async function timed(
  what: string,
  blocks: number,
  work: () => Promise<void>,
): Promise<void> {
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const rate = Math.round(blocks / seconds);
  console.log(
    `${what}: ${blocks} blocks in ${seconds.toFixed(1)} s, ${rate} a second`,
  );
}

async function confirm(
  to: ChildProcess,
  confirmed: number,
): Promise<NodeStatus> {
  to.send({ confirmed } satisfies Confirm);
  const [status] = (await once(to, "message")) as [NodeStatus];
  return status;
}

async function reached(indexer: Indexer, slot: number): Promise<void> {
  await waitFor(
    `the index to reach slot ${slot}`,
    () => indexer.slot(),
    (seen) => seen === slot,
    { withinMs: 600_000 },
  );
}

function total({ calls }: NodeStatus): number {
  return Object.values(calls).reduce((a, b) => a + b, 0);
}
