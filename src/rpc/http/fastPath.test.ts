import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { Type } from "typebox";
import { Chunks, type Text } from "../../render/text.ts";
import type { MaybePromise } from "../../store/maybePromise.ts";
import type { Reader } from "../../store/reader.ts";
import { buildServer } from "./server.ts";
import { defineMethod, textOf } from "../method.ts";
import { params } from "../params.ts";

const define = (run: () => MaybePromise<Text>) =>
  defineMethod({
    summary: "A thing.",
    params: params({}),
    result: textOf(Type.Unknown()),
    run,
  });

const LONG = "x".repeat(100_000);

/** Requests that reached the router. */
let routed = 0;

async function listening() {
  const app = buildServer({
    read: {} as Reader, // no method here touches it
    methods: {
      getThing: define(() => `"\\u00e9"`),
      getPlain: define(() => `"${"x".repeat(100_000)}"`),
      getPieces: define(
        () => new Chunks(['["', LONG, LONG, '","', LONG, '"]']),
      ),
      getLater: define(() => Promise.resolve("1")),
      getBroken: define(() => {
        throw new Error("broken");
      }),
    },
    version: "1.2.3",
    bodyLimit: 5_000,
    log: { error: () => undefined },
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    routed++;
    done();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

const { app, port } = await listening();
test.after(() => app.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function post(
  path: string,
  type: string,
  body: string,
  requestId = "mine",
): Promise<Answer> {
  const asked = request({
    port,
    path,
    method: "POST",
    headers: {
      "content-type": type,
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestId,
    },
  });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [
    AsyncIterable<Buffer> & {
      statusCode: number;
      headers: IncomingHttpHeaders;
    },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode, headers } = response;
  return {
    status: statusCode,
    headers: withoutTransport(headers),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

const TRANSPORT = ["date", "connection", "keep-alive"];

function withoutTransport(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !TRANSPORT.includes(name),
  );
  return Object.fromEntries(kept);
}

/** The router never meets the direct lane when it is asked in process. */
async function postToRouter(
  path: string,
  type: string,
  body: string,
): Promise<Answer> {
  const reply = await app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": type, "x-request-id": "mine" },
    payload: body,
  });
  const { statusCode, headers } = reply;
  return {
    status: statusCode,
    headers: withoutTransport(headers as IncomingHttpHeaders),
    body: reply.body,
  };
}

const call = fc.record({
  jsonrpc: fc.constantFrom("2.0", "1.0"),
  id: fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.constant(null),
  ),
  method: fc.constantFrom(
    "getThing",
    "getPlain",
    "getPieces",
    "getLater",
    "getBroken",
    "getNothing",
  ),
});
const notification = fc.record({
  jsonrpc: fc.constant("2.0"),
  method: fc.constant("getThing"),
});
const bodies = fc.oneof(
  fc
    .oneof(call, notification, fc.array(call, { maxLength: 3 }))
    .map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 40 }),
  fc.constant("x".repeat(6_000)),
);
const paths = fc.constantFrom("/", "/getThing", "/v0/key/?a=b", "/%zz");
const types = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
  "text/plain",
);

test("the fast path and the router give the same answers, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(paths, types, bodies, async (path, type, body) => {
      const direct = await post(path, type, body);
      assert.deepEqual(direct, await postToRouter(path, type, body));
    }),
    { numRuns: 300 },
  );
});

test("a plain request takes the fast path, any other the router", async () => {
  const isRouted = async (type: string): Promise<boolean> => {
    const before = routed;
    await post("/", type, "{}");
    return routed > before;
  };
  assert.equal(await isRouted("application/json"), false);
  assert.equal(await isRouted("application/json; charset=utf-8"), false);
  assert.equal(await isRouted("application/json;charset=utf-8"), true);
});

test("an answer has the caller's own request id if it is valid, else a new one", async () => {
  const idOf = async (given: string, type: string) =>
    (await post("/", type, "{}", given)).headers["x-request-id"];
  for (const type of ["application/json", "Application/JSON"]) {
    assert.equal(await idOf("a1-B2.c:3_", type), "a1-B2.c:3_");
    const made = new Set<unknown>(["", undefined]);
    for (const given of ["", "a b", "é", "x".repeat(65), 'a"b', "a;b=c"])
      made.add(await idOf(given, type));
    assert.equal(made.size, 8, "each has a new one");
    for (const id of [...made].slice(2))
      assert.match(String(id), /^[\w-]{8}\.\d+$/);
  }
});

test("a body that arrives in pieces is read whole", async () => {
  const body = `{"jsonrpc":"2.0","id":"é","method":"getLater"}`;
  const asked = request({
    port,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
  });
  const bytes = Buffer.from(body);
  const received = once(app.server, "request");
  asked.write(bytes.subarray(0, 21));
  await received;
  asked.end(bytes.subarray(21));
  const [response] = (await once(asked, "response")) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  assert.equal(
    Buffer.concat(chunks).toString("utf8"),
    `{"jsonrpc":"2.0","id":"\\u00e9","result":1}`,
  );
});
