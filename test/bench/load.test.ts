import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { generateLoad } from "../../bench/load/generate.ts";
import { seededUpdates } from "../../bench/state/seededUpdates.ts";

async function listen(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const order = { bodies: ["a", "bb"], connections: 3, milliseconds: 150 };

test("the load generator counts exactly the complete responses of the server", async (t) => {
  let given = 0;
  const port = await listen(t, (_request, response) => {
    given++;
    response.setHeader("content-length", 200_000);
    response.end(Buffer.alloc(200_000, "x"));
  });
  const { answers, bytes, p50, p99 } = await generateLoad({ ...order, port });
  assert.equal(answers, given);
  assert.equal(bytes, given * 200_000);
  assert.ok(given > 0 && p50 <= p99);
});

test("the load generator sends requests at the given rate", async (t) => {
  const port = await listen(t, (_request, response) => response.end("ok"));
  const { answers } = await generateLoad({ ...order, port, rate: 200 });
  assert.equal(answers, 30);
});

test("a response other than 200 ends the measurement", async (t) => {
  const port = await listen(t, (_request, response) => {
    response.writeHead(500).end("no");
  });
  await assert.rejects(
    generateLoad({ ...order, port }),
    /not a response to measure/,
  );
});

test("a size always gives the same state, which includes spends", () => {
  const once = [...seededUpdates(4_000)];
  assert.deepEqual(once, [...seededUpdates(4_000)]);
  const transactions = once.flatMap((update) => update.transactions);
  assert.equal(transactions.length, 1_000);
  assert.ok(transactions.some(({ spent }) => spent.length > 0));
});
