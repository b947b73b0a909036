import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { post } from "./post.ts";

const options = {
  headers: { "content-type": "application/json" },
  signal: new AbortController().signal,
  timeoutMs: 5_000,
};

async function serving(t: TestContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const said = "näïve ".repeat(5_000);
const packers = {
  identity: (text: string) => Buffer.from(text),
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};
for (const [encoding, pack] of Object.entries(packers)) {
  test(`an answer packed as ${encoding} is read whole`, async (t) => {
    const url = await serving(t, (_, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(pack(said));
    });
    const { status, body } = await post(url, "{}", options);
    assert.deepEqual([status, body.toString()], [200, said]);
  });
}

test("a connection that the node closed while idle is not a failure, one that it always closes is", async (t) => {
  let closes = false;
  const url = await serving(t, (request, response) => {
    if (closes) request.destroy();
    else response.end("yes");
    // From the next request on a connection that was used before.
    closes = !closes;
  });
  for (let i = 0; i < 3; i++)
    assert.equal((await post(url, "{}", options)).body.toString(), "yes");
  const never = await serving(t, (request) => {
    request.destroy();
  });
  await assert.rejects(post(never, "{}", options), { code: "ECONNRESET" });
});

test("an answer that takes too long or is no longer awaited is aborted", async (t) => {
  const url = await serving(t, (_, response) => {
    response.write("the beginn");
  });
  const hasty = { ...options, timeoutMs: 50 };
  await assert.rejects(post(url, "{}", hasty), /no answer in time/);
  const stop = new AbortController();
  const waiting = post(url, "{}", { ...options, signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, /stopped/);
});

test("an interrupted answer is a failure", async (t) => {
  const url = await serving(t, (_, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("some", () => response.destroy());
  });
  await assert.rejects(post(url, "{}", options));
});
