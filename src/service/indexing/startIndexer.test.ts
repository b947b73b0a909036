import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderFor, follow, reaches } from "../../../test/cli/liveService.ts";
import { childrenOf, onLinux, runTachyon } from "../../../test/cli/tachyon.ts";
import { startSimulatedNode } from "../../../test/node/simulatedNode.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { World } from "../../../test/simulation/world.ts";

interface Thread {
  readonly isMain: boolean;
  readonly name: string;
  /** The higher, the lower the priority. */
  readonly nice: number;
}

function threadsOf(pid: number): Thread[] {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((id) => {
    const stat = readFileSync(join(folder, id, "stat"), "utf8");
    const [name] = /(?<=\().*(?=\))/.exec(stat)!;
    const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { isMain: Number(id) === pid, name, nice: Number(afterName[16]) };
  });
}

async function followWith(t: TestContext, args: readonly string[]) {
  const world = new World(1);
  world.grow(20);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  const service = await follow(t, node, args);
  await service.says(/^indexed/);
  return { world, service };
}

/** Tests may themselves run at a lower priority, which the processes that they start inherit. */
const OWN = getPriority();
const LOWERED = Math.min(OWN + 10, 19);

function assertOnlyIndexingIsLowered(pid: number): void {
  const threads = threadsOf(pid);
  const main = threads.filter(({ isMain }) => isMain);
  assert.deepEqual(
    main.map(({ nice }) => nice),
    [OWN],
  );
  const niceOf = (name: RegExp) =>
    threads.filter((thread) => name.test(thread.name)).map(({ nice }) => nice);
  assert.deepEqual(niceOf(/^WorkerThread$/), [LOWERED]);
  assert.ok(niceOf(/V8Worker$/).every((nice) => nice === LOWERED));
}

test(
  "the indexer thread has a lower priority than the one that answers",
  onLinux,
  async (t) => {
    const { service } = await followWith(t, []);
    assertOnlyIndexingIsLowered(service.pid);
  },
);

test(
  "beside workers, only the indexer thread has a lower priority: not the first thread, from which workers inherit theirs",
  onLinux,
  async (t) => {
    const { world, service } = await followWith(t, ["--workers", "2"]);
    const [first] = childrenOf(service.pid);
    process.kill(first!, "SIGKILL");
    await service.says(/^a worker ended \(SIGKILL\) and is replaced/);
    world.grow(5);
    await reaches(service, world.tip.slot);
    assertOnlyIndexingIsLowered(service.pid);
    for (const worker of childrenOf(service.pid))
      assert.deepEqual(
        threadsOf(worker).filter(({ nice }) => nice !== OWN),
        [],
      );
  },
);

test(
  "a worker with a stop signal waits for the command of the first process",
  onLinux,
  async (t) => {
    const { world, service } = await followWith(t, ["--workers", "2"]);
    const workers = childrenOf(service.pid);
    for (const pid of workers) process.kill(pid, "SIGTERM");
    world.grow(5);
    await reaches(service, world.tip.slot);
    assert.deepEqual(childrenOf(service.pid), workers);
    assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
  },
);

const STRANGE = [
  ["no block\n", /^tachyon: .*chain\.jsonl.*\n$/],
  ["", /^tachyon: .*chain\.jsonl.*\n$/],
] as const;

for (const workers of ["0", "1"]) {
  test(`a fatal indexing error ends the service with the same message as an indexer alone (${workers} workers)`, async (t) => {
    const folder = await folderFor(t);
    for (const [content, words] of STRANGE) {
      writeFileSync(join(folder, "chain.jsonl"), content);
      const ending = (more: readonly string[]) =>
        runTachyon(folder, ["--blocks", "chain.jsonl", ...more]);
      const { stderr: alone } = await ending(["--disable-api"]);
      const { code, stderr } = await ending([
        ...["--port", "0", "--workers", workers],
      ]);
      assert.equal(code, 1);
      assert.equal(stderr, alone);
      assert.match(stderr, words);
    }
  });

  test(`a service can be stopped before its node has answered (${workers} workers)`, async (t) => {
    const hang = { hang: true } as const;
    const node = await startSimulatedNode({ blocks: [], disturb: () => hang });
    t.after(() => node.close());
    const service = await follow(t, node, ["--workers", workers]);
    await service.says(/^Tachyon/);
    const asked = () => node.calls.size > 0;
    await waitFor("the node to be asked", asked, Boolean, {
      unless: service.gone,
    });
    assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
  });
}
