// Mixed load for a long time while a chain grows: `npm run soak -- [--minutes 30] [--out docs] [--pause-ms 40]
// [--block-ms 400]`. Writes soak.csv and images/soak.svg. Fails if a response was wrong or if a value that must
// stay flat has grown.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openStore } from "../../src/store/open.ts";
import { historyTrees } from "../../test/model/history.ts";
import { startSimulatedNode } from "../../test/node/simulatedNode.ts";
import { makeSoakChain } from "./chain.ts";
import { mixOf, type MixedRequest } from "./mix.ts";
import { judge } from "./judge.ts";
import { plotSoak } from "./plot.ts";
import {
  describe,
  insideOf,
  quantile,
  toCsv,
  usageOf,
  type Sample,
} from "./samples.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    out: { type: "string", default: join(import.meta.dirname, "../../docs") },
    "block-ms": { type: "string", default: "400" },
    /** Pause between two requests of a client, so that the load stays below the maximum. */
    "pause-ms": { type: "string", default: "40" },
  },
});
const MINUTES = Number(flags.minutes);
const docs = flags.out;
const BLOCK_MS = Number(flags["block-ms"]);
const PAUSE_MS = Number(flags["pause-ms"]);
const CLIENTS = 8;
/** Small, so that it is full within minutes and any later growth is a leak. */
const CACHE_MB = "16";
const SAMPLE_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "tachyon-soak-"));
const store = `sqlite://${join(folder, "soak.db")}`;
const chain = makeSoakChain(Math.ceil((MINUTES * 60_000) / BLOCK_MS));
const prepared = await openStore(store, { write: true });
await prepared.writer!.addTrees(historyTrees);
await prepared.close();

const node = await startSimulatedNode({ blocks: chain.blocks, confirmed: 1 });
const service = spawn(process.execPath, [
  join(import.meta.dirname, "../../src/cli/main.ts"),
  ...["--rpc-url", node.url.href, "--db-url", store, "--port", "0"],
  ...["--log-format", "json", "--start-slot", "1"],
  ...["--cache-mb", CACHE_MB],
]);
service.stderr.pipe(process.stderr);
const lines = createInterface(service.stdout);
const base = await new Promise<string>((resolve) => {
  lines.on("line", (line) => {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) resolve(url);
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const stop = AbortSignal.timeout(MINUTES * 60_000);
const started = performance.now();
const samples: Sample[] = [];
let latencies: number[] = [];
let wrong = 0;

async function ask({ path, body, right, name }: MixedRequest): Promise<void> {
  const begun = performance.now();
  const sent = request(base + path, {
    agent,
    method: body === null ? "GET" : "POST",
    headers: body === null ? {} : { "content-type": "application/json" },
  });
  sent.end(body ?? undefined);
  const [response] = (await once(sent, "response")) as [
    import("node:http").IncomingMessage,
  ];
  const answer = await text(response);
  latencies.push(performance.now() - begun);
  if (right(response.statusCode ?? 0, answer)) return;
  wrong++;
  process.stderr.write(
    `wrong: ${name} ${response.statusCode} ${answer.slice(0, 200)}\n`,
  );
}

const pick = <T>(items: readonly T[]): T =>
  items[Math.floor(Math.random() * items.length)]!;

async function client(): Promise<void> {
  while (!stop.aborted) {
    await ask(mixOf(chain, pick)).catch((error: unknown) => {
      wrong++;
      process.stderr.write(`failed: ${(error as Error).message}\n`);
    });
    await sleep(PAUSE_MS);
  }
}

async function growChain(): Promise<void> {
  while (!stop.aborted) {
    await sleep(BLOCK_MS);
    node.confirm(1);
  }
}

async function takeSamples(): Promise<void> {
  while (!stop.aborted) {
    await sleep(SAMPLE_MS);
    const sorted = latencies.sort((a, b) => a - b);
    latencies = [];
    samples.push({
      minute: Math.round((performance.now() - started) / 600) / 100,
      requests: sorted.length,
      wrong,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      ...usageOf(service.pid!),
      ...(await insideOf(base)),
    });
    process.stdout.write(`${describe(samples.at(-1)!)}\n`);
    writeFileSync(join(docs, "soak.csv"), toCsv(samples));
    writeFileSync(join(docs, "images/soak.svg"), plotSoak(samples));
  }
}

await Promise.all([
  growChain(),
  takeSamples(),
  ...Array.from({ length: CLIENTS }, client),
]);
service.kill("SIGTERM");
const [code] = (await once(service, "exit")) as [number];
await node.close();
rmSync(folder, { recursive: true });
const verdicts = judge(samples);
for (const { text } of verdicts) process.stdout.write(`${text}\n`);
process.stdout.write(`${wrong} wrong answers, exit code ${code}\n`);
const flat = verdicts.every((verdict) => verdict.flat);
process.exit(wrong === 0 && code === 0 && flat ? 0 : 1);
