import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { call, follow, reaches, readinessBecomes } from "./liveService.ts";

/** A node that can list blocks without returning them. */
async function withholdingNode() {
  const world = new World(1);
  world.grow(20);
  const state = { withholds: false };
  const node = await startSimulatedNode({
    blocks: () => world.chain,
    disturb: (method) =>
      state.withholds && method === "getBlock" ? { status: 503 } : null,
  });
  return { world, node, state };
}

const cases = [
  ["5", "5", false, 0],
  ["2s", "2 s", true, 0],
  ["10", "10", false, 2],
  ["3s", "3 s", true, 2],
] as const;
for (const [bound, allowed, refusing, workers] of cases) {
  const by = workers > 0 ? `, answered by ${workers} workers` : "";
  const then = refusing ? "every method answers -32005" : "methods answer";
  test(`beyond --max-lag ${bound} readiness fails and ${then}, until the index has caught up${by}`, async (t) => {
    const { world, node, state } = await withholdingNode();
    t.after(() => node.close());
    const flags = ["--max-lag", bound, "--workers", String(workers)];
    if (refusing) flags.push("--refuse-when-behind");
    const service = await follow(t, node, flags);
    const url = await service.url();
    await service.says(/^indexed/);
    // Its blocks are years old, and still it is at the tip of its chain.
    await readinessBecomes(service, 200);
    assert.deepEqual(await health(url), { status: 200, says: "ok" });

    state.withholds = true;
    world.grow(30);
    // The lag shows as soon as the blocks are listed, its cause after the first request for one.
    const cause = new RegExp(
      `^\\d+ slots behind the chain.*, ${allowed} are allowed.*getBlock: HTTP 503`,
    );
    await readinessBecomes(service, 503, cause);
    assert.deepEqual(await health(url), { status: 503, says: "behind" });
    assert.equal((await fetch(`${url}/liveness`)).status, 200);
    await assertLagIsSaid(url);
    for (const method of [
      "getLatestCompressionSignatures",
      "getIndexerHealth",
      "getIndexerSlot",
    ]) {
      const { error } = await call(url, method);
      assert.equal(error?.code, refusing ? -32005 : undefined, method);
      if (refusing) assert.match(error!.message, /slots behind the chain/);
    }

    state.withholds = false;
    await readinessBecomes(service, 200);
    await reaches(service, world.tip.slot);
    assert.equal((await service.stop("SIGTERM")).code, 0);
  });
}

/** The endpoint that load balancers of Solana nodes use. */
async function health(url: string): Promise<{ status: number; says: string }> {
  const reply = await fetch(`${url}/health`);
  assert.match(reply.headers.get("content-type")!, /^text\/plain/);
  return { status: reply.status, says: await reply.text() };
}

/** In slots and in seconds, at `/status` and in the metrics. The chain is too short for its slots to be measured. */
async function assertLagIsSaid(url: string): Promise<void> {
  const status = (await (await fetch(`${url}/status`)).json()) as Status;
  assert.ok(status.lag > 5);
  assert.equal(status.slotSeconds, 0.4);
  assert.equal(status.lagSeconds, (status.lag * 400) / 1000);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /^tachyon_indexing_lag_slots \d+$/m);
  assert.match(metrics, /^tachyon_indexing_lag_seconds \d+(\.\d+)?$/m);
  assert.match(metrics, /^tachyon_slot_seconds 0\.4$/m);
}

interface Status {
  readonly lag: number;
  readonly lagSeconds: number;
  readonly slotSeconds: number;
}
