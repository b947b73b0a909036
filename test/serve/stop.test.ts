import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { body, post, startPublic } from "./publicServer.ts";

test("after SIGTERM readiness fails first, calls are still answered, then the process ends", async (t) => {
  const service = await startPublic(t, ["--drain", "2"]);
  const { base } = service;
  assert.equal((await fetch(`${base}/readiness`)).status, 200);
  const ended = service.stop("SIGTERM");
  await sleep(300);
  const readiness = await fetch(`${base}/readiness`);
  assert.equal(readiness.status, 503);
  assert.match(await readiness.text(), /shutting down/);
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
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload.slice(0, 20)}`,
  );
  await sleep(200);
  const ended = service.stop("SIGTERM");
  await sleep(200);
  socket.write(payload.slice(20));
  assert.match(await text(socket), /^HTTP\/1\.1 (200|503) /);
  assert.equal((await ended).code, 0);
});

test("a client that never finishes its request does not hold the process", async (t) => {
  const service = await startPublic(t);
  const socket = connect(Number(new URL(service.base).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
  await sleep(200);
  assert.equal((await service.stop("SIGTERM")).code, 0);
  socket.destroy();
});
