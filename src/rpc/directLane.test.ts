import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { Type } from "typebox";
import type { Reader } from "../store/reader.ts";
import { buildServer } from "./http.ts";
import { defineMethod, textOf } from "./method.ts";
import { params } from "./params.ts";

const define = (run: () => string | Promise<string>) =>
  defineMethod({
    summary: "A thing.",
    params: params({}),
    result: textOf(Type.Unknown()),
    run,
  });

const seen: string[] = [];

async function listening() {
  const app = buildServer({
    read: {} as Reader, // no method here touches it
    methods: {
      getThing: define(() => `"\\u00e9"`),
      getPlain: define(() => `"${"x".repeat(100_000)}"`),
      getLater: define(() => Promise.resolve("1")),
      getBroken: define(() => {
        throw new Error("broken");
      }),
    },
    version: "1.2.3",
    bodyLimit: 5_000,
    log: {
      error: (fields) => {
        seen.push((fields as { requestId: string }).requestId);
      },
    },
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

async function post(path: string, type: string, body: string): Promise<Answer> {
  const asked = request({
    port,
    path,
    method: "POST",
    headers: {
      "content-type": type,
      "content-length": Buffer.byteLength(body),
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
    headers: { "content-type": type },
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

test("the direct lane and the router give the same answers, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(paths, types, bodies, async (path, type, body) => {
      const direct = await post(path, type, body);
      assert.deepEqual(direct, await postToRouter(path, type, body));
    }),
    { numRuns: 300 },
  );
});

test("a plain request takes the direct lane and any other the router", async () => {
  const broken = `{"jsonrpc":"2.0","id":1,"method":"getBroken"}`;
  const laneOf = async (type: string): Promise<string> => {
    seen.length = 0;
    await post("/", type, broken);
    return seen[0]!.split("-")[0]!;
  };
  assert.equal(await laneOf("application/json"), "direct");
  assert.equal(await laneOf("application/json; charset=utf-8"), "direct");
  assert.equal(await laneOf("application/json;charset=utf-8"), "req");
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
  asked.write(bytes.subarray(0, 21));
  await new Promise((resolve) => setTimeout(resolve, 20));
  asked.end(bytes.subarray(21));
  const [response] = (await once(asked, "response")) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  assert.equal(
    Buffer.concat(chunks).toString("utf8"),
    `{"jsonrpc":"2.0","id":"\\u00e9","result":1}`,
  );
});
