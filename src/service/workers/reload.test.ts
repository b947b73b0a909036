import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  childrenOf,
  onLinux,
  type Service,
  startTachyon,
} from "../../../test/cli/tachyon.ts";
import { waitFor } from "../../../test/waitFor.ts";

async function startTwo(
  t: TestContext,
): Promise<{ service: Service; before: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-reload-"));
  t.after(() => rm(folder, { recursive: true }));
  const args = ["--port", "0", "--workers", "2"];
  const service = await startTachyon(t, folder, args);
  await service.says(/^try it/);
  return { service, before: childrenOf(service.pid) };
}

/** Two workers, none of the old ones, and the service says that it is done. */
async function isReplaced(
  { service, before }: Awaited<ReturnType<typeof startTwo>>,
  said = /^the workers are replaced/,
): Promise<void> {
  await service.says(said);
  await waitFor(
    "two workers, none of the old ones",
    () => childrenOf(service.pid),
    (now) => now.length === 2 && !now.some((pid) => before.includes(pid)),
  );
}

test(
  "two SIGHUPs at once leave as many workers as there were",
  onLinux,
  async (t) => {
    const started = await startTwo(t);
    const { pid } = started.service;
    process.kill(pid, "SIGHUP");
    await waitFor(
      "the first new worker",
      () => childrenOf(pid),
      (now) => now.length === 3,
    );
    process.kill(pid, "SIGHUP");
    await isReplaced(started);
    assert.equal(childrenOf(pid).length, 2);
  },
);

test(
  "an old worker that dies while the workers are replaced is replaced once",
  onLinux,
  async (t) => {
    const started = await startTwo(t);
    process.kill(started.service.pid, "SIGHUP");
    process.kill(started.before[1]!, "SIGKILL");
    await isReplaced(started);
  },
);

test(
  "a new worker that dies before it listens does not end the replacing of workers",
  onLinux,
  async (t) => {
    const started = await startTwo(t);
    const { service, before } = started;
    process.kill(service.pid, "SIGHUP");
    const now = await waitFor(
      "the first new worker",
      () => childrenOf(service.pid),
      (now) => now.length === 3,
      { everyMs: 1 },
    );
    process.kill(
      now.find((pid) => !before.includes(pid))!,
      "SIGKILL",
    );
    await isReplaced(started);
  },
);
