// Measures a caller's latency during floods and overload: `node bench/abuse/main.ts`. Each load runs in a separate
// process, so that it affects the measured caller only through the server.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answered, Client, quantile } from "../../test/serve/load.ts";
import { body } from "../../test/serve/publicServer.ts";
import type { Attack } from "./attacker.ts";

const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const FULL_PAGE = body(1000, { owner: TOKEN_PROGRAM });
const CALLS = 300;
const PAUSE_MS = 10;

const folder = mkdtempSync(join(tmpdir(), "tachyon-abuse-"));

async function start(args: readonly string[]) {
  const main = join(import.meta.dirname, "../../src/cli/main.ts");
  const all = [main, "--port", "0", "--log-format", "json", ...args];
  const service = spawn(process.execPath, all, { cwd: folder });
  service.stderr.pipe(process.stderr);
  const base = await new Promise<string>((resolve) => {
    createInterface(service.stdout).on("line", (line) => {
      const { url } = JSON.parse(line) as { url?: string };
      if (url !== undefined) resolve(url);
    });
  });
  await sleep(3_000); // the demo chain is indexed meanwhile
  return { service, base };
}

/** The caller's latencies alone, beside and after the load, and the outcome of the load. */
async function measure(
  title: string,
  args: readonly string[],
  load: Omit<Attack, "base">,
): Promise<void> {
  const { service, base } = await start(args);
  const caller = new Client(base, "127.0.0.3");
  await caller.askOften(body(10), CALLS, 0);
  const alone = await caller.askOften(body(10), CALLS, PAUSE_MS);
  const attacker = fork(join(import.meta.dirname, "attacker.ts"), [
    JSON.stringify({ ...load, base } satisfies Attack),
  ]);
  await sleep(2_000);
  const beside = await caller.askOften(body(10), CALLS, PAUSE_MS);
  attacker.send("stop");
  const [outcome] = (await once(attacker, "message")) as [object];
  const after = await caller.askOften(body(10), CALLS, PAUSE_MS);
  caller.close();
  const right = [...beside, ...after].every(
    ({ text }) => text === alone[0]!.text,
  );
  process.stdout.write(
    `${title}: p50/p99 alone ${times(alone)}, beside ${times(beside)}, after ${times(after)} ms; ${right ? "all right" : "WRONG ANSWERS"}; load ${JSON.stringify(outcome)}\n`,
  );
  service.kill("SIGTERM");
  await once(service, "exit");
}

function times(answers: readonly Answered[]): string {
  return `${quantile(answers, 0.5)}/${quantile(answers, 0.99)}`;
}

const limited = ["--rate-limit", "200"];
const flood = { body: FULL_PAGE, connections: 32 };
await measure("a flood of back-to-back requests", limited, { kind: "asks again", ...flood }); // prettier-ignore
await measure("a flood of pipelined requests", limited, { kind: "does not wait", ...flood }); // prettier-ignore
// Pages from the cache would not overload the server, so these must be read from the store.
const reading = ["--page-cache-mb", "0"];
for (const connections of [100, 500])
  await measure(`overload by ${connections}`, reading, { kind: "overloads", body: FULL_PAGE, connections }); // prettier-ignore
rmSync(folder, { recursive: true });
