import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { keepListening, PortLost } from "./keepListening.ts";

const host = "127.0.0.1";

async function listening(t: TestContext) {
  const server = createServer((_, response) => response.end("here"));
  server.listen({ host, port: 0 });
  await once(server, "listening");
  t.after(() => {
    die(server);
  });
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

function kept(server: Server, port: number) {
  const said: string[] = [];
  const log = {
    say: (text: string) => said.push(text),
    error: (_: object, text: string) => said.push(text),
  };
  const where = { host, port, firstPauseMs: 5 };
  return { said, ...keepListening(server, where, log) };
}

function die(server: Server): void {
  server.close();
  server.closeAllConnections();
}

test("a port that closes unexpectedly is reopened, more than once", async (t) => {
  const { server, port } = await listening(t);
  const { said, stopWatching } = kept(server, port);
  for (const time of [1, 2]) {
    die(server);
    await once(server, "listening");
    const answer = await fetch(`http://${host}:${port}`);
    assert.deepEqual([time, await answer.text()], [time, "here"]);
  }
  assert.equal(
    said.filter((text) => text === "the port is open again").length,
    2,
  );
  stopWatching();
});

test("a port that another process has taken meanwhile is given up, with a reason", async (t) => {
  const { server, port } = await listening(t);
  const { lost } = kept(server, port);
  die(server);
  await once(server, "close");
  const other = createServer().listen({ host, port });
  t.after(() => other.close());
  await assert.rejects(lost, (error: Error) => {
    assert.ok(error instanceof PortLost);
    assert.match(error.message, new RegExp(`port ${port} on ${host} was lost`));
    assert.match(error.message, /EADDRINUSE/);
    return true;
  });
});

test("a released port stays closed", async (t) => {
  const { server, port } = await listening(t);
  const { said, stopWatching } = kept(server, port);
  stopWatching();
  die(server);
  await once(server, "close");
  assert.deepEqual(said, []);
});

test("a connection that cannot be accepted is logged and affects no other", async (t) => {
  const { server, port } = await listening(t);
  const { said, stopWatching } = kept(server, port);
  server.emit("error", new Error("accept EMFILE"));
  server.emit("error", new Error("accept EMFILE"));
  assert.deepEqual(said, ["connections cannot be accepted"]);
  const answer = await fetch(`http://${host}:${port}`);
  assert.equal(await answer.text(), "here");
  stopWatching();
});
