import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { installAccess, RefusalCounts } from "./access.ts";
import { Callers } from "./callers.ts";
import { acceptHost, type HostOptions } from "./hostCheck.ts";

/** The status for a request with a Host, as a browser sends it after its name was pointed at this machine. */
async function asker(t: TestContext, hosts: HostOptions) {
  const server = createServer((_request, response) => {
    response.end();
  });
  installAccess(server, {
    callers: new Callers({
      keys: null,
      addressRate: null,
      limitLoopback: false,
    }),
    origins: new Set(["https://app.example"]),
    acceptHost: acceptHost(hosts),
    trustProxy: hosts.trustProxy,
    refused: new RefusalCounts(),
    mayReadMetrics: () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (host: string): Promise<number> => {
    const headers = { host, origin: `http://${host}` };
    const asked = request({ port, host: "127.0.0.1", method: "POST", headers });
    asked.end("{}");
    const [response] = (await once(asked, "response", {
      signal: AbortSignal.timeout(20_000),
    })) as [{ statusCode: number; resume(): void }];
    response.resume();
    return response.statusCode;
  };
}

const local = { host: "127.0.0.1", trustProxy: false, allowed: null };

test("on a loopback address, a foreign name that points at it is refused", async (t) => {
  const ask = await asker(t, local);
  assert.equal(await ask("evil.example:8784"), 403);
  assert.equal(await ask("localhost.evil.example"), 403);
});

test("addresses, localhost and allowed names are answered", async (t) => {
  const ask = await asker(t, { ...local, allowed: ["index.example"] });
  for (const host of [
    "localhost:8784",
    "LOCALHOST",
    "127.0.0.1:8784",
    "[::1]:8784",
    "index.example",
    "index.example.:80",
  ])
    assert.equal(await ask(host), 200, host);
  assert.equal(await ask("evil.example"), 403);
});

test("a server on another address, or behind a proxy, answers to any name unless names are configured", async (t) => {
  const open = await asker(t, { ...local, host: "0.0.0.0" });
  assert.equal(await open("index.example"), 200);
  const behindProxy = await asker(t, { ...local, trustProxy: true });
  assert.equal(await behindProxy("index.example"), 200);
  const named = { ...local, host: "0.0.0.0", allowed: ["index.example"] };
  assert.equal(await (await asker(t, named))("evil.example"), 403);
});
