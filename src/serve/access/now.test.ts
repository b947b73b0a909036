import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { callerOf } from "../../rpc/http/callerOf.ts";
import { installAccess, RefusalCounts } from "./access.ts";
import { Callers } from "./callers.ts";

/** Answers every POST with 200 until 50 of them came at once. */
async function serveLimited(t: TestContext): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    callerOf(request)?.charge(1);
    response.end();
  });
  installAccess(server, {
    callers: new Callers({
      keys: null,
      addressRate: { perSecond: 1, burst: 50 },
      limitLoopback: true,
    }),
    origins: null,
    acceptHost: () => true,
    trustProxy: false,
    refused: new RefusalCounts(),
    mayReadMetrics: () => true,
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a wall clock that is set back by an hour does not refuse callers", async (t) => {
  const base = await serveLimited(t);
  const ask = async () =>
    (await fetch(base, { method: "POST", body: "{}" })).status;
  const hour = 3_600_000;
  const now = Date.now();
  assert.equal(await ask(), 200);
  t.mock.timers.enable({ apis: ["Date"], now: now - hour });
  assert.deepEqual([await ask(), await ask()], [200, 200]);
});
