import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderFor, follow, reaches } from "../../../test/cli/liveService.ts";
import { childrenOf, runTachyon } from "../../../test/cli/tachyon.ts";
import { startSimulatedNode } from "../../../test/node/simulatedNode.ts";
import { eventually } from "../../../test/postgres/eventually.ts";
import { World } from "../../../test/simulation/world.ts";

interface Thread {
  readonly name: string;
  /** 0 is everybody's; the higher, the further back. */
  readonly nice: number;
}

function threadsOf(pid: number): Thread[] {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((id) => {
    const stat = readFileSync(join(folder, id, "stat"), "utf8");
    const [name] = /(?<=\().*(?=\))/.exec(stat)!;
    const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { name, nice: Number(afterName[16]) };
  });
}

async function followWithWorkers(t: TestContext) {
  const world = new World(1);
  world.grow(20);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  const service = await follow(t, node, ["--workers", "2"]);
  await service.says(/^indexed/);
  return { world, service };
}

test("beside workers, indexing steps back; what starts workers does not, so neither do they, the later ones included", async (t) => {
  const { world, service } = await followWithWorkers(t);
  const [first] = childrenOf(service.pid);
  process.kill(first!, "SIGKILL");
  await service.says(/^a worker ended \(SIGKILL\) and is replaced/);
  world.grow(5);
  await reaches(await service.url(), world.tip.slot);
  const ours = threadsOf(service.pid);
  const niceOf = (name: string) =>
    ours.filter((thread) => thread.name === name).map(({ nice }) => nice);
  assert.deepEqual(niceOf("WorkerThread"), [10]);
  assert.deepEqual(niceOf("node-MainThread"), [0]);
  assert.ok(niceOf("node-V8Worker").every((nice) => nice === 10));
  for (const worker of childrenOf(service.pid))
    assert.deepEqual(
      threadsOf(worker).filter(({ nice }) => nice !== 0),
      [],
    );
});

test("a worker that is told to stop waits for the first process to say so", async (t) => {
  const { world, service } = await followWithWorkers(t);
  const workers = childrenOf(service.pid);
  for (const pid of workers) process.kill(pid, "SIGTERM");
  world.grow(5);
  await reaches(await service.url(), world.tip.slot);
  assert.deepEqual(childrenOf(service.pid), workers);
  assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
});

test("what indexing beside workers cannot go on from ends the service, in the words it has without workers", async (t) => {
  const folder = await folderFor(t);
  writeFileSync(join(folder, "chain.jsonl"), "no block\n");
  const ending = (more: readonly string[]) =>
    runTachyon(folder, ["--blocks", "chain.jsonl", "--port", "0", ...more]);
  const { stderr: alone } = await ending([]);
  const { code, stderr } = await ending(["--workers", "1"]);
  assert.equal(code, 1);
  assert.equal(stderr, alone);
  assert.match(stderr, /^tachyon: .*chain\.jsonl.*\n$/);
});

test("a service with workers can be stopped before its node has answered", async (t) => {
  const hang = { hang: true } as const;
  const node = await startSimulatedNode({ blocks: [], disturb: () => hang });
  t.after(() => node.close());
  const service = await follow(t, node, ["--workers", "1"]);
  await service.says(/^Tachyon/);
  await eventually(() => Promise.resolve(node.calls.size > 0));
  assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
});
