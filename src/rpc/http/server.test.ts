import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import type { AddressInfo } from "node:net";
import { Type } from "typebox";
import type { Reader } from "../../store/reader.ts";
import { buildServer, type ServerOptions } from "./server.ts";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

const define = (run: () => string | Promise<string>) =>
  defineMethod({
    summary: "A thing.",
    params: params({}),
    result: textOf(Type.Unknown()),
    run,
  });

function makeServer(options: Partial<ServerOptions> = {}) {
  return buildServer({
    read: {} as Reader, // no method here touches it
    methods: {
      getThing: define(() => `"\\u00e9"`),
      getLater: define(() => Promise.resolve("1")),
    },
    version: "1.2.3",
    log: {
      error: (fields) => {
        throw new Error("nothing here may fail", { cause: fields });
      },
    },
    ...options,
  });
}

const app = makeServer();
const body = (method: string) =>
  `{"jsonrpc":"2.0","id":"test-account","method":"${method}"}`;
const answer = `{"jsonrpc":"2.0","id":"test-account","result":"\\u00e9"}`;
const post = (url: string, headers: Record<string, string> = {}) => ({
  method: "POST" as const,
  url,
  headers: { "content-type": "application/json", ...headers },
  payload: body("getThing"),
});

const servedPaths = [
  "/",
  "/getThing",
  "/getThing/",
  "/getThing?api-key=secret",
  "/v0/some-key/?a=b",
  "/v0/some-key/getThing",
  "/any/other/path",
  "/openapi.json",
  "/%zz/%",
  `/${"long/".repeat(500)}`,
  "//",
  "/?",
];

for (const url of servedPaths) {
  test(`POST ${url.slice(0, 40)} is served`, async () => {
    const reply = await app.inject(post(url));
    assert.equal(reply.body, answer);
    assert.equal(reply.statusCode, 200);
    assert.equal(
      reply.headers["content-type"],
      "application/json; charset=utf-8",
    );
    assert.equal(
      reply.headers["content-length"],
      String(Buffer.byteLength(answer)),
    );
    assert.equal(reply.headers["access-control-allow-origin"], "*");
  });
}

test("an error of a method is an answer: HTTP 200", async () => {
  for (const payload of ["", "{", "[]", body("getNothing")]) {
    const reply = await app.inject({ ...post("/"), payload });
    assert.equal(reply.statusCode, 200);
    assert.ok("error" in reply.json<object>());
  }
});

test("a path that routing ignores still restricts the method", async () => {
  const reply = await app.inject(post("/key/getLater?x=1"));
  assert.equal(reply.json<{ error: { code: number } }>().error.code, -32600);
});

test("an asynchronous answer is sent when it is ready", async () => {
  const reply = await app.inject({ ...post("/"), payload: body("getLater") });
  assert.equal(reply.body, answer.replace(`"\\u00e9"`, "1"));
});

test("a notification is answered by 204 without a body", async () => {
  const payload = `{"jsonrpc":"2.0","method":"getThing"}`;
  for (const sent of [payload, `[${payload}]`]) {
    const reply = await app.inject({ ...post("/"), payload: sent });
    assert.equal(reply.statusCode, 204);
    assert.equal(reply.body, "");
    assert.equal(reply.headers["access-control-allow-origin"], "*");
  }
});

const contentTypes: [type: string | undefined, status: number][] = [
  ["application/json", 200],
  ["application/json; charset=utf-8", 200],
  ["application/json;charset=UTF-8", 200],
  ["Application/JSON", 200],
  ["text/plain", 415],
  ["application/x-www-form-urlencoded", 415],
  ["application/jsonp", 415],
  ["nonsense", 415],
  [undefined, 415],
];

for (const [type, status] of contentTypes) {
  test(`a body of type ${type ?? "unknown"} gives HTTP ${status}`, async () => {
    const headers = type === undefined ? {} : { "content-type": type };
    const reply = await app.inject({ ...post("/"), headers });
    assert.equal(reply.statusCode, status);
    assert.equal(reply.headers["access-control-allow-origin"], "*");
  });
}

test("a POST with neither type nor body gives HTTP 415", async () => {
  const reply = await app.inject({ method: "POST", url: "/" });
  assert.equal(reply.statusCode, 415);
});

test("a body above the limit gives HTTP 413, one at the limit is served", async () => {
  const small = makeServer({ bodyLimit: body("getThing").length });
  const served = await small.inject(post("/"));
  assert.equal(served.body, answer);
  const tooLarge = { ...post("/"), payload: `${body("getThing")} ` };
  const reply = await small.inject(tooLarge);
  assert.equal(reply.statusCode, 413);
  assert.equal(reply.headers["access-control-allow-origin"], "*");
  await small.close();
});

const otherMethods: [
  method: "GET" | "HEAD" | "PUT" | "DELETE",
  url: string,
  status: number,
][] = [
  ["GET", "/getThing", 405],
  ["GET", "/v0/key/getThing?x=1", 405],
  ["HEAD", "/getThing", 405],
  ["PUT", "/getThing", 405],
  ["DELETE", "/getThing", 405],
  ["GET", "/", 404],
  ["GET", "/getIndexerHealth", 404],
  ["PUT", "/", 404],
  ["GET", "/%zz", 400],
];

for (const [method, url, status] of otherMethods) {
  test(`${method} ${url} gives HTTP ${status} and a JSON body`, async () => {
    const reply = await app.inject({ method, url });
    assert.equal(reply.statusCode, status);
    assert.equal(
      reply.headers.allow,
      status === 405 ? "POST, OPTIONS" : undefined,
    );
    assert.equal(reply.headers["access-control-allow-origin"], "*");
    assert.equal(typeof reply.json<{ error: string }>().error, "string");
  });
}

test("a browser's preflight is answered on any path", async () => {
  for (const url of ["/", "/getThing", "/v0/key/?a=b", "/%zz"]) {
    const { statusCode, headers } = await app.inject({
      method: "OPTIONS",
      url,
    });
    assert.equal(statusCode, 204);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["access-control-allow-methods"], "POST, GET");
    assert.equal(
      headers["access-control-allow-headers"],
      "content-type, solana-client, authorization, x-api-key, x-request-id, last-event-id",
    );
  }
});

test("the OpenAPI document is served", async () => {
  const reply = await app.inject({ url: "/openapi.json" });
  const { info, paths } = reply.json<{
    info: { version: string };
    paths: object;
  }>();
  assert.equal(info.version, "1.2.3");
  assert.deepEqual(Object.keys(paths), ["/getThing", "/getLater"]);
});

test("over a real port a connection is kept, and pipelined requests are answered in order", async (t) => {
  const app = makeServer();
  await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect(portOf(app));
  t.after(() => {
    socket.destroy();
    return app.close();
  });
  const request = (id: number, method: string) => {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
    return `POST /${method} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  socket.write(request(1, "getLater") + request(2, "getThing"));
  let text = "";
  while (!text.includes(`"id":2`))
    text += String(((await once(socket, "data")) as [Buffer])[0]);
  assert.match(text, /connection: keep-alive/i);
  assert.ok(text.indexOf(`"id":1,"result":1`) < text.indexOf(`"id":2`));
});

test("during shutdown, the server finishes open requests and refuses new ones with 503", async (t) => {
  const started = Promise.withResolvers<undefined>();
  const finish = Promise.withResolvers<string>();
  const getSlow = define(() => {
    started.resolve(undefined);
    return finish.promise;
  });
  const app = makeServer({ methods: { getSlow } });
  t.after(() => {
    finish.resolve("");
    return app.close();
  });
  // Holds the door open, as a request that is still running would.
  app.addHook("preClose", async () => {
    await finish.promise;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const ask = () =>
    fetch(`http://127.0.0.1:${portOf(app)}/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body("getSlow"),
      signal: AbortSignal.timeout(5000),
    });
  const running = ask();
  await started.promise;
  const closed = app.close();
  const refused = await ask();
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("access-control-allow-origin"), "*");
  assert.equal(refused.headers.get("connection"), "close");
  finish.resolve(`"done"`);
  assert.match(await (await running).text(), /"result":"done"/);
  await closed;
});

function portOf(app: ReturnType<typeof makeServer>): number {
  return (app.server.address() as AddressInfo).port;
}
