import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openSync, closeSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { waitFor } from "../waitFor.ts";
import { World } from "../simulation/world.ts";
import { call, folderFor, follow, reaches, readiness } from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

const workers = { "in one process": [], "with a worker": ["--workers", "1"] };
for (const [how, flags] of Object.entries(workers))
  test(`while blocks cannot be written the server is not ready and gives the reason, ${how}`, async (t) => {
    const world = new World(1);
    world.grow(20);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const folder = await folderFor(t);
    const store = ["--db-url", `sqlite://${join(folder, "store.db")}`];
    const service = await follow(t, node, [...store, ...flags]);
    const url = await service.url();
    await reaches(service, world.tip.slot);
    const sizes = readdirSync(folder).map(
      (f) => statSync(join(folder, f)).size,
    );
    limitFiles(service.pid, String(Math.max(...sizes)));
    await waitFor(
      "readiness to say that blocks cannot be written",
      () => {
        world.grow(5);
        return readiness(url);
      },
      ({ status, why }) =>
        status === 503 && /blocks cannot be written: .*(I\/O|full)/.test(why),
      { everyMs: 50, unless: service.gone },
    );
    limitFiles(service.pid, "unlimited");
    await reaches(service, world.tip.slot);
    await waitFor(
      "readiness to be about writing no longer",
      () => readiness(url),
      ({ why }) => !why.includes("written"),
      { unless: service.gone },
    );
    assert.equal((await service.stop("SIGTERM")).code, 0);
  });

/** Refuses writes beyond a size, like a full disk. */
function limitFiles(pid: number, size: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${size}:unlimited`]);
}

test("a server whose store is damaged is not ready from the first page that shows it", async (t) => {
  const folder = await folderFor(t);
  const path = join(folder, "store.db");
  const store = ["--db-url", `sqlite://${path}`];
  assert.equal((await runTachyon(folder, ["--disable-api", ...store])).code, 0);
  const args = ["--disable-indexing", "--port", "0", "--recall-mb", "0"];
  const service = await startTachyon(t, folder, [...store, ...args]);
  const url = await service.url();
  assert.equal((await readiness(url)).status, 200);
  damage(path);
  await waitFor(
    "readiness to say that the store is damaged",
    async () => {
      await call(url, "getLatestCompressionSignatures");
      return readiness(url);
    },
    ({ status, why }) =>
      status === 503 && /the store is damaged: .*malformed/.test(why),
    { unless: service.gone },
  );
});

/** Everything but the first page, which holds the schema, is overwritten. */
function damage(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size - 8192, 0xff), 0, size - 8192, 8192);
  closeSync(file);
}
