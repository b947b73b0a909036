import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, onLinux } from "../cli/tachyon.ts";
import { waitFor } from "../waitFor.ts";
import { body, type PublicServer, startPublic } from "./publicServer.ts";
import { closed, open } from "./sockets.ts";

/** A connection that stays with the worker that took it. */
interface Line {
  readonly worker: string;
  ask(payload?: string, headers?: Record<string, string>): Promise<number>;
}

async function openLine(t: TestContext, base: string): Promise<Line> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => {
    agent.destroy();
  });
  const send = async (payload: string, headers: Record<string, string>) => {
    const type = { "content-type": "application/json" };
    const options = { agent, method: "POST", headers: { ...type, ...headers } };
    const sent = request(base, options).end(payload);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    await text(response);
    return response;
  };
  // Refused or not, an answer is named by the process that gave it.
  const { headers } = await send(body(0), {});
  const worker = String(headers["x-request-id"]).split(".")[0]!;
  return {
    worker,
    ask: async (payload = body(), more = {}) =>
      (await send(payload, more)).statusCode!,
  };
}

/** One line to each of two workers. */
async function openLines(t: TestContext, { base, gone }: PublicServer) {
  const lines = new Map<string, Line>();
  const openMore = async () => {
    const several = Array.from({ length: 4 }, () => openLine(t, base));
    for (const line of await Promise.all(several)) lines.set(line.worker, line);
    return lines;
  };
  await waitFor("a line to each worker", openMore, ({ size }) => size === 2, {
    unless: gone,
  });
  return [...lines.values()] as [Line, Line];
}

const startTwo = (t: TestContext, args: readonly string[]) =>
  startPublic(t, ["--workers", "2", ...args]);

const isRefused = (status: number) => status === 429;

const EXPENSIVE = body(1000, {
  filters: [{ memcmp: { offset: 0, bytes: "2" } }],
});

test("units that an address spends at one worker count at all workers, also at ones started later", async (t) => {
  const service = await startTwo(t, ["--rate-limit", "2"]);
  const [one, other] = await openLines(t, service);
  // 71 units of 20: half a minute's worth is owed.
  assert.equal(await one.ask(EXPENSIVE), 200);
  assert.equal(await one.ask(), 429);
  await waitFor("a refusal at the other", () => other.ask(), isRefused);
  process.kill(service.pid, "SIGHUP");
  await service.says(/^the workers are replaced/);
  const old = new Set([one.worker, other.worker]);
  const line = await waitFor(
    "an answer of a new worker",
    () => openLine(t, service.base),
    ({ worker }) => !old.has(worker),
    { unless: service.gone },
  );
  assert.equal(await line.ask(), 429);
});

test("a key's quota for the day holds for all workers together", async (t) => {
  const key = "a-key-with-a-small-quota";
  const path = join(tmpdir(), `tachyon-keys-${process.pid}.json`);
  const sha256 = createHash("sha256").update(key).digest("hex");
  const keys = [{ name: "small", sha256, daily: 60 }];
  writeFileSync(path, JSON.stringify({ keys, anonymous: true }));
  const service = await startTwo(t, ["--api-keys", path]);
  const [one, other] = await openLines(t, service);
  const headers = { "x-api-key": key };
  assert.equal(await other.ask(body(), headers), 200);
  assert.equal(await one.ask(EXPENSIVE, headers), 200);
  assert.equal(await one.ask(body(), headers), 429);
  const askOther = () => other.ask(body(), headers);
  await waitFor("a refusal at the other", askOther, isRefused);
});

test("connections are counted over all workers", async (t) => {
  const { base, gone } = await startTwo(t, ["--max-connections", "6"]);
  const { sockets } = await connect(base, 6);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const letsIn = () => isLetIn(base);
  const isRefused = (letIn: boolean) => !letIn;
  await waitFor("a seventh to be turned away", letsIn, isRefused, {
    unless: gone,
  });
  assert.ok(sockets.every(({ destroyed }) => !destroyed));
  for (const socket of sockets) socket.destroy();
  await waitFor("others to be let in", letsIn, Boolean, { unless: gone });
});

async function isLetIn(base: string): Promise<boolean> {
  const socket = await open(base);
  const answer = workerAt(socket).then(() => true);
  const letIn = await Promise.race([answer, closed(socket).then(() => false)]);
  socket.destroy();
  return letIn;
}

const ASK = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;

/** Which process answers on a connection. */
async function workerAt(socket: Socket): Promise<string> {
  socket.write(ASK);
  const [received] = (await once(socket, "data")) as [Buffer];
  return /^x-request-id: ([^.]+)/im.exec(received.toString("latin1"))![1]!;
}

/** Opens connections concurrently and returns the process that answers on each. */
async function connect(base: string, count: number) {
  const opening = Array.from({ length: count }, () => open(base));
  const sockets = await Promise.all(opening);
  return { sockets, workers: await Promise.all(sockets.map(workerAt)) };
}

test(
  "a worker with more connections than the others leaves new ones to them",
  onLinux,
  async (t) => {
    const { base, pid } = await startTwo(t, []);
    const stopped = childrenOf(pid)[0]!;
    process.kill(stopped, "SIGSTOP");
    const { sockets, workers } = await connect(base, 120);
    process.kill(stopped, "SIGCONT");
    const [busy] = workers;
    assert.ok(workers.every((worker) => worker === busy));
    const takenByBusy = async () => {
      let taken = 0;
      for (let burst = 0; burst < 10; burst++) {
        await sleep(150); // the workers exchange their numbers every 100 ms
        const next = await connect(base, 16);
        taken += next.workers.filter((worker) => worker === busy).length;
        for (const socket of next.sockets) socket.destroy();
      }
      return taken;
    };
    // 27 to 47 of 160; without giving way 92 to 139. Beside other work one round may come out differently.
    await waitFor("the other to take most", takenByBusy, (taken) => taken < 70);
    for (const socket of sockets) socket.destroy();
  },
);

const COUNT =
  /^tachyon_request_seconds_count\{method="getCompressedAccountsByOwner"\} (\d+)/m;

async function scrape({ base }: PublicServer): Promise<string> {
  return (await fetch(`${base}/metrics`)).text();
}

test("a scrape shows the calls of all workers, also of those that are gone, and each process", async (t) => {
  const service = await startTwo(t, []);
  const lines = await openLines(t, service);
  const before = Number(COUNT.exec(await scrape(service))![1]);
  for (const line of lines)
    for (let i = 0; i < 5; i++) assert.equal(await line.ask(), 200);
  const metrics = await scrape(service);
  assert.equal(Number(COUNT.exec(metrics)![1]), before + 10);
  for (const name of ["indexer", "worker-1", "worker-2"]) {
    const memory = `process_resident_memory_bytes{process="${name}"} `;
    assert.ok(metrics.includes(memory), memory);
  }
  assert.match(metrics, /^tachyon_indexed_transactions_total 377$/m);
  process.kill(service.pid, "SIGHUP");
  await service.says(/^the workers are replaced/);
  const later = await waitFor(
    "a scrape without the old workers",
    () => scrape(service),
    (metrics) => !/process="worker-[12]"/.test(metrics),
    { unless: service.gone },
  );
  assert.ok(Number(COUNT.exec(later)![1]) >= before + 10);
});
