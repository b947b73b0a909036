import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  childrenOf,
  onLinux,
  runTachyon,
  type Service,
  startTachyon,
} from "../../../test/cli/tachyon.ts";
import { waitFor } from "../../../test/waitFor.ts";

async function startWorkers(t: TestContext, count: number): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-workers-"));
  t.after(() => rm(folder, { recursive: true }));
  const args = ["--port", "0", "--workers", String(count)];
  const service = await startTachyon(t, folder, args);
  await service.says(/^try it/);
  return service;
}

const BODY = `{"jsonrpc":"2.0","id":"1","method":"getLatestCompressionSignatures","params":{"limit":3}}`;

/** Throws unless the answer is a page of three. */
async function ask(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: BODY });
  const { result } = (await response.json()) as {
    result: { value: { items: unknown[] } };
  };
  assert.equal(result.value.items.length, 3);
}

/** Several clients that ask without pause; ends with how many answers came and what went wrong. */
function keepAsking(url: string) {
  let asking = true;
  let answers = 0;
  const failures: unknown[] = [];
  const client = async (): Promise<void> => {
    while (asking)
      await ask(url).then(
        () => answers++,
        (error: unknown) => failures.push(error),
      );
  };
  const clients = Array.from({ length: 8 }, client);
  return async () => {
    asking = false;
    await Promise.all(clients);
    return { answers, failures };
  };
}

/** Waits for two workers among which are none of these. */
async function hasOthers(service: Service, old: readonly number[]) {
  await waitFor(
    "two workers, none of the old ones",
    () => childrenOf(service.pid),
    (now) => now.length === 2 && !now.some((pid) => old.includes(pid)),
    { unless: service.gone },
  );
}

test(
  "workers answer on one port while the first process indexes",
  onLinux,
  async (t) => {
    const service = await startWorkers(t, 2);
    await ask(await service.url());
    assert.equal(childrenOf(service.pid).length, 2);
  },
);

test(
  "a worker that is killed is replaced, and the others go on answering",
  onLinux,
  async (t) => {
    const service = await startWorkers(t, 2);
    const url = await service.url();
    const stop = keepAsking(url);
    const before = childrenOf(service.pid);
    process.kill(before[0]!, "SIGKILL");
    await service.says(/^a worker ended \(SIGKILL\) and is replaced/);
    await hasOthers(service, before.slice(0, 1));
    assert.ok(childrenOf(service.pid).includes(before[1]!));
    const { answers, failures } = await stop();
    assert.ok(answers > 0);
    // Each client had at most one request with the worker that died.
    assert.ok(failures.length <= 8, String(failures.length));
    await ask(url);
  },
);

test(
  "SIGHUP replaces every worker without failing a request",
  onLinux,
  async (t) => {
    const service = await startWorkers(t, 2);
    const url = await service.url();
    const stop = keepAsking(url);
    const before = childrenOf(service.pid);
    process.kill(service.pid, "SIGHUP");
    await service.says(/^the workers are replaced/);
    await hasOthers(service, before);
    const { answers, failures } = await stop();
    assert.deepEqual(failures, []);
    assert.ok(answers > 0);
  },
);

test(
  "workers end with the process that started them, however it ends",
  onLinux,
  async (t) => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const service = await startWorkers(t, 2);
      const workers = childrenOf(service.pid);
      await service.stop(signal);
      await waitFor(
        "the workers to end",
        () => workers.filter(isRunning),
        (left) => left.length === 0,
      );
    }
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a port that is taken ends the program with one line that says so", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-workers-"));
  t.after(() => rm(folder, { recursive: true }));
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const port = String((other.address() as AddressInfo).port);
  const args = ["--port", port, "--workers", "2"];
  const { code, stderr } = await runTachyon(folder, args);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^tachyon: .*${port}.*\\n`));
});
