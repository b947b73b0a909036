import assert from "node:assert/strict";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Type } from "typebox";
import { buildServer } from "../rpc/http/server.ts";
import { defineMethod, textOf } from "../rpc/method.ts";
import { params } from "../rpc/params.ts";
import type { Reader } from "../store/reader.ts";
import { oneAtATime } from "./access/delayRefusal.ts";
import { answerBadRequests } from "./answerBadRequests.ts";

const getLater = defineMethod({
  summary: "Answers some turns later.",
  params: params({}),
  result: textOf(Type.Unknown()),
  run: async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    return "7";
  },
});

/** As the service does it: one request of a connection at a time. */
async function serveLater(t: TestContext): Promise<number> {
  const app = buildServer({
    read: {} as Reader,
    methods: { getLater },
    version: "1.2.3",
    log: { error: () => undefined },
  });
  await app.ready();
  const { server } = app;
  const listeners = server.listeners("request") as Parameters<
    typeof oneAtATime
  >[0][];
  server.removeAllListeners("request");
  server.on("request", oneAtATime(listeners[0]!));
  answerBadRequests(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(20_000, () => socket.destroy(new Error("no answer")));
  socket.write(bytes);
  return text(socket);
}

const good = (id: number): string => {
  const body = `{"jsonrpc":"2.0","id":${id},"method":"getLater"}`;
  return `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

test("valid requests before a malformed one on the same connection are answered first", async (t) => {
  const port = await serveLater(t);
  const received = await exchange(port, good(1) + good(2) + "NONSENSE\r\n\r\n");
  const order = ['"id":1,"result":7', '"id":2,"result":7', "HTTP/1.1 400 "];
  const places = order.map((part) => received.indexOf(part));
  assert.ok(!places.includes(-1), received);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

test("a request with an interrupted body is 400 immediately", async (t) => {
  const port = await serveLater(t);
  const chunked =
    "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n";
  assert.match(await exchange(port, chunked), /^HTTP\/1\.1 400 /);
  assert.match(
    await exchange(port, good(1) + chunked),
    /"id":1,"result":7[^]*HTTP\/1\.1 400 /,
  );
});

test("a head that is too large is 431", async (t) => {
  const port = await serveLater(t);
  const large = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"a".repeat(20_000)}\r\n\r\n`;
  assert.match(await exchange(port, large), /^HTTP\/1\.1 431 /);
});
