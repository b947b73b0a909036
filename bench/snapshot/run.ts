// How fast a snapshot is made, downloaded and restored, in MB of the store per second (of the snapshot for downloads), beside `cp`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { download } from "../../src/cli/commands/download.ts";
import { createSnapshot } from "../../src/store/snapshot/create.ts";
import { restoreSnapshot } from "../../src/store/snapshot/restore.ts";
import { prepareStore } from "../state/prepare.ts";
import { startService } from "../targets/service.ts";

/** In turns, because other work on the machine comes and goes. */
const ROUNDS = 3;

export async function runSnapshot(
  accounts: number,
  print: (line: string) => void,
): Promise<void> {
  const store = await prepareStore(accounts);
  const folder = mkdtempSync(join(import.meta.dirname, "../data/snapshot-"));
  const snapshot = join(folder, "snapshot");
  const service = await startService("giver", ["--disable-indexing", "--db-url", `sqlite://${store}`, "--snapshot", snapshot]); // prettier-ignore
  const url = new URL(`http://127.0.0.1:${service.port}/snapshot`);
  const copy = join(folder, "copy");
  try {
    await createSnapshot(store, snapshot);
    const megabytes = statSync(store).size / 1e6;
    const packed = statSync(snapshot).size / 1e6;
    print(`${accounts} accounts: store ${megabytes.toFixed(0)} MB, snapshot ${packed.toFixed(0)} MB`); // prettier-ignore
    const steps: Readonly<Record<string, Step>> = {
      "cp and sync": () => {
        copyAndSync(store, copy);
      },
      create: () => createSnapshot(store, snapshot, { force: true }),
      download: () => downloadOnce(url, copy),
      restore: () => restoreSnapshot(snapshot, copy),
    };
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, step] of Object.entries(steps)) {
        rmSync(copy, { force: true });
        const { seconds, processor } = await timeOf(step);
        const moved = name === "download" ? packed : megabytes;
        const rate = (moved / seconds).toFixed(0).padStart(5);
        const cpu = ((1000 * processor) / moved).toFixed(1);
        print(`${name.padEnd(12)} ${rate} MB/s, CPU seconds of this process per GB: ${cpu}`); // prettier-ignore
      }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

type Step = () => unknown;

async function timeOf(step: Step) {
  const started = performance.now();
  const before = process.cpuUsage();
  await step();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, processor: (user + system) / 1e6 };
}

function copyAndSync(from: string, to: string): void {
  execFileSync("cp", [from, to]);
  execFileSync("sync", [to]);
}

async function downloadOnce(url: URL, to: string) {
  await download(url, to, new AbortController().signal);
  await rm(`${to}.tag`);
}
