import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import {
  call,
  follow,
  reaches,
  readiness,
  readinessBecomes,
} from "./liveService.ts";

/** A node that can be made to tell of blocks and not give them. */
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

for (const refusing of [false, true]) {
  const then = refusing ? "every method answers -32005" : "methods answer";
  test(`beyond --max-lag readiness fails and ${then}, until the index has caught up`, async (t) => {
    const { world, node, state } = await withholdingNode();
    t.after(() => node.close());
    const flags = refusing ? ["--refuse-when-behind"] : [];
    const service = await follow(t, node, ["--max-lag", "5", ...flags]);
    const url = await service.url();
    await service.says(/^indexed/);
    assert.equal((await readiness(url)).status, 200);
    assert.deepEqual(await health(url), { status: 200, says: "ok" });

    state.withholds = true;
    world.grow(30);
    // The lag shows as soon as the blocks are listed, its cause when the first was asked for.
    const cause =
      /^\d+ slots behind the chain, 5 are allowed.*getBlock: HTTP 503/;
    await readinessBecomes(service, 503, cause);
    assert.deepEqual(await health(url), { status: 503, says: "behind" });
    assert.equal((await fetch(`${url}/liveness`)).status, 200);
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

/** What load balancers of Solana nodes read. */
async function health(url: string): Promise<{ status: number; says: string }> {
  const reply = await fetch(`${url}/health`);
  assert.match(reply.headers.get("content-type")!, /^text\/plain/);
  return { status: reply.status, says: await reply.text() };
}
