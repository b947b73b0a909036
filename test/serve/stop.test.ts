import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { readiness, readinessBecomes } from "../cli/liveService.ts";
import { waitFor } from "../waitFor.ts";
import { body, post, startPublic, takesConnections } from "./publicServer.ts";
import { open } from "./sockets.ts";

test("after SIGTERM readiness fails first, calls are still answered, then the process ends", async (t) => {
  const service = await startPublic(t, ["--drain", "5"]);
  const { base } = service;
  await readinessBecomes(service, 200);
  const ended = service.stop("SIGTERM");
  const { why } = await waitFor(
    "readiness to fail",
    () => readiness(base),
    ({ status }) => status === 503,
    { unless: service.gone },
  );
  assert.match(why, /shutting down/);
  assert.equal((await fetch(`${base}/liveness`)).status, 200);
  assert.match(await (await post(base)).text(), /"result"/);
  assert.equal((await ended).code, 0);
});

test("a request that is still arriving when the port closes gets its answer or a 503, not a cut", async (t) => {
  const service = await startPublic(t);
  const { port } = new URL(service.base);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const payload = body();
  socket.write(
    `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload.slice(0, 20)}`,
  );
  await takesConnections(service.base, 1);
  const ended = service.stop("SIGTERM");
  await waitFor("the port to close", () => isClosed(service.base));
  socket.write(payload.slice(20));
  assert.match(await text(socket), /^HTTP\/1\.1 (200|503) /);
  assert.equal((await ended).code, 0);
});

test("a client that never finishes its request does not hold the process", async (t) => {
  const service = await startPublic(t);
  const socket = connect(Number(new URL(service.base).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write(
    "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",
  );
  await takesConnections(service.base, 1);
  assert.equal((await service.stop("SIGTERM")).code, 0);
  socket.destroy();
});

async function isClosed(base: string): Promise<boolean> {
  return open(base).then(
    (socket) => (socket.destroy(), false),
    () => true,
  );
}
