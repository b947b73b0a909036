// `npm run bench -- --live`: how soon those who follow lists learn of a block, and what following costs.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { openStore } from "../../src/store/open.ts";
import { waitFor } from "../../test/waitFor.ts";
import { ownerOf } from "../past/turnover.ts";
import { transferBlocks } from "./transfers.ts";

const OWNERS = 10_000;
const BLOCKS = 30;
const PER_BLOCK = 400;
const BLOCK_MS = 400;

interface Usage {
  readonly bytes: number;
  readonly cpuSeconds: number;
}

/** One thread writes blocks, one serves, and one holds all callers. */
export async function runLive(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-live-"));
  const url = `sqlite://${join(folder, "store.db")}`;
  const [first, ...blocks] = transferBlocks(OWNERS, PER_BLOCK).take(BLOCKS + 1);
  const store = await openStore(url, { write: true });
  await store.writer!.apply([first!]);
  const server = threadOf("serverThread.ts", url);
  const port = await next<number>(server);
  const before = await ask<Usage>(server, "collected");
  const owners = Array.from({ length: OWNERS }, (_, i) =>
    encodeBase58(ownerOf(i)),
  );
  const callers = threadOf("clientThread.ts", { port, owners });
  await next(callers);
  const ready = await ask<Usage>(server, "collected");
  const written = new Map<number, number>();
  const started = performance.now();
  for (const [i, update] of blocks.entries()) {
    await sleep(Math.max(0, started + i * BLOCK_MS - performance.now()));
    await store.writer!.apply([update]);
    written.set(update.block.slot, Date.now());
  }
  const seconds = (performance.now() - started) / 1000;
  const arrived: [slot: number, at: number][] = [];
  await waitFor(
    "all notifications",
    async () => {
      arrived.push(...(await ask<[number, number][]>(callers)));
      return arrived.length;
    },
    (count) => count === 2 * BLOCKS * PER_BLOCK,
  );
  const after = await ask<Usage>(server);
  const lags = arrived
    .map(([slot, at]) => at - written.get(slot)!)
    .sort((a, b) => a - b);
  const at = (share: number) => lags[Math.floor(share * (lags.length - 1))]!;
  const rate = (BLOCKS * PER_BLOCK) / seconds;
  print(
    `live lists: ${OWNERS} subscriptions, ${rate.toFixed(0)} transactions/s, ${lags.length} notifications: ` +
      `commit to frame p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; ` +
      `${((1000 * (after.cpuSeconds - ready.cpuSeconds)) / BLOCKS).toFixed(0)} ms of processor time a block; ` +
      `${((ready.bytes - before.bytes) / OWNERS / 1024).toFixed(1)} KB a subscription`,
  );
  await Promise.all([server.terminate(), callers.terminate()]);
  await store.close();
  rmSync(folder, { recursive: true });
}

function threadOf(file: string, workerData: unknown): Worker {
  const path = new URL(file, import.meta.url);
  return new Worker(path, { workerData });
}

async function next<T>(thread: Worker): Promise<T> {
  const [message] = (await once(thread, "message")) as [T];
  return message;
}

function ask<T>(thread: Worker, wanted = "now"): Promise<T> {
  const answer = next<T>(thread);
  thread.postMessage(wanted);
  return answer;
}
