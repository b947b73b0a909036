import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { readiness, readinessBecomes } from "../cli/liveService.ts";
import { waitFor } from "../waitFor.ts";
import { answersRightly, startPublic } from "./publicServer.ts";

async function metric(base: string, name: string): Promise<string> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line?.slice(name.length + 1) ?? "missing";
}

test("an unreachable prover shows in readiness and metrics, and nothing else is affected", async (t) => {
  const prover = createServer((_request, response) => {
    response.end('{"status":"ok"}');
  });
  prover.listen(0, "127.0.0.1");
  await once(prover, "listening");
  t.after(() => {
    prover.close();
  });
  const { port } = prover.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const alone = await startPublic(t, ["--prover-url", url]);
  await waitFor(
    "the prover to be up",
    () => metric(alone.base, "tachyon_prover_up"),
    (up) => up === "1",
    { unless: alone.gone },
  );
  await readinessBecomes(alone, 200, /^$/);
  assert.equal(await metric(alone.base, "tachyon_prover_waiting"), "0");
  prover.close();
  prover.closeAllConnections();
  const { base } = await startPublic(t, ["--prover-url", url]);
  await waitFor(
    "readiness to name the prover",
    () => readiness(base),
    ({ status, why }) =>
      status === 200 && /^validity proofs: .*ECONNREFUSED/.test(why),
  );
  assert.equal(await metric(base, "tachyon_prover_up"), "0");
  assert.ok(await answersRightly(base));
  assert.equal(await (await fetch(`${base}/health`)).text(), "ok");
});

test("without a prover there are no metrics of one", async (t) => {
  const service = await startPublic(t);
  assert.equal(await metric(service.base, "tachyon_prover_up"), "missing");
  await readinessBecomes(service, 200, /^$/);
});
