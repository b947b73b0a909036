// Who may follow lists, asked of the real program.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type ClientOptions, WebSocket } from "ws";
import { makeCertificate } from "./certificate.ts";
import { body, startPublic } from "./publicServer.ts";
import { exchange } from "./sockets.ts";

const LATEST = "getLatestCompressionSignatures";
const HISTORY = "getCompressedTokenHistory";
const KEY = "a-key-of-the-wallet-team";
const NARROW = "a-key-for-one-method-only";
const EXPIRED = "a-key-that-has-run-out-by-now";
const folder = mkdtempSync(join(tmpdir(), "tachyon-live-access-"));

function writeKeys(names: readonly string[] = [KEY, NARROW, EXPIRED]): string {
  const more: Readonly<Record<string, object>> = {
    [NARROW]: { scopes: [LATEST] },
    [EXPIRED]: { expires: "2020-01-01" },
  };
  const keys = names.map((name) => {
    const sha256 = createHash("sha256").update(name).digest("hex");
    return { name, sha256, ...more[name] };
  });
  const path = join(folder, "keys.json");
  writeFileSync(path, JSON.stringify({ keys }));
  return path;
}

/** The open socket, or the status of the refusal. */
async function upgrade(
  url: string,
  options: ClientOptions = {},
): Promise<WebSocket | number> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), {
    rejectUnauthorized: false,
    ...options,
  });
  socket.on("error", () => undefined);
  return Promise.race([
    once(socket, "open").then(() => socket),
    once(socket, "unexpected-response").then(([, response]) => {
      socket.terminate();
      return (response as IncomingMessage).statusCode!;
    }),
  ]);
}

async function opened(...args: Parameters<typeof upgrade>): Promise<WebSocket> {
  const socket = await upgrade(...args);
  assert.ok(socket instanceof WebSocket, "refused");
  return socket;
}

/** The next answer; notifications before it are skipped. */
async function call(socket: WebSocket, method: string, params: object) {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  for (;;) {
    const [data] = (await once(socket, "message")) as [Buffer];
    const frame = JSON.parse(data.toString()) as {
      id?: number;
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (frame.id === 1) return frame;
  }
}

test("a key is needed to open a socket or a stream; both end when it is revoked", async (t) => {
  const service = await startPublic(t, ["--api-keys", writeKeys()]);
  const { base } = service;
  const path = `/stream/${LATEST}`;
  const header = { headers: { authorization: `Bearer ${KEY}` } };
  for (const [prefix, query] of [
    ["", ""],
    ["", `?api-key=${EXPIRED}`],
    [`/${KEY}x`, ""],
  ]) {
    assert.equal(await upgrade(`${base}${prefix}/${query}`), 401);
    assert.equal((await fetch(`${base}${prefix}${path}${query}`)).status, 401);
  }
  const sockets = [
    await opened(`${base}/?api-key=${KEY}`),
    await opened(`${base}/v0/${KEY}/any/path`),
    await opened(base, header),
  ];
  const streams = [
    await fetch(`${base}${path}?api-key=${KEY}`),
    await fetch(`${base}/${KEY}${path}`),
    await fetch(base + path, header),
  ];
  for (const { status } of streams) assert.equal(status, 200);
  for (const socket of sockets) {
    const answer = await call(socket, "listSubscribe", { method: LATEST });
    assert.equal(answer.result, 1);
  }
  const ended = Promise.all([
    ...sockets.map(
      async (socket) => (await once(socket, "close"))[0] as number,
    ),
    ...streams.map((stream) => stream.text()),
  ]);
  writeKeys([NARROW]);
  const [a, b, c, ...events] = await ended;
  assert.deepEqual([a, b, c], [1008, 1008, 1008]);
  for (const text of events) assert.match(String(text), /^id: 1020:/);
});

test("a key follows only lists of its methods", async (t) => {
  const { base } = await startPublic(t, ["--api-keys", writeKeys()]);
  const url = `${base}/?api-key=${NARROW}`;
  const socket = await opened(url);
  const follow = (method: string, params = {}) =>
    call(socket, "listSubscribe", { method, params });
  assert.equal((await follow(LATEST)).result, 1);
  const params = { owner: "11111111111111111111111111111111" };
  assert.deepEqual((await follow(HISTORY, params)).error, {
    code: -32601,
    message: `Method not found: ${HISTORY} is not open to this API key`,
  });
  assert.equal((await call(socket, HISTORY, params)).error?.code, -32601);
  const query = `owner=${params.owner}&api-key=${NARROW}`;
  const stream = await fetch(`${base}/stream/${HISTORY}?${query}`);
  assert.equal(stream.status, 401);
  socket.terminate();
});

test("other hosts and origins are refused, and the server's own pages are not", async (t) => {
  const { base } = await startPublic(t, [
    ...["--cors-origin", "https://app.example"],
  ]);
  const from = (headers: Record<string, string>) => upgrade(base, { headers });
  const path = `${base}/stream/${LATEST}`;
  for (const refused of [
    { origin: "https://evil.example" },
    { host: "evil.example" },
  ])
    assert.equal(await from(refused), 403);
  const stream = await fetch(path, {
    headers: { origin: "https://evil.example" },
  });
  assert.equal(stream.status, 403);
  for (const origin of ["https://app.example", base]) {
    const socket = await from({ origin });
    assert.ok(socket instanceof WebSocket, "refused");
    socket.terminate();
  }
});

test("sockets are served over TLS, without compression, and closed with 1001 at a stop", async (t) => {
  const { cert, key } = makeCertificate(folder, "live.example");
  const files = ["--tls-cert", cert, "--tls-key", key];
  const service = await startPublic(t, [...files, "--workers", "2"]);
  assert.match(service.base, /^https:/);
  const sockets = await Promise.all(
    Array.from({ length: 6 }, () => opened(service.base)),
  );
  for (const socket of sockets) {
    assert.equal(socket.extensions, "");
    const answer = await call(socket, "listSubscribe", { method: LATEST });
    assert.equal(answer.result, 1);
  }
  const codes = Promise.all(
    sockets.map(async (socket) => (await once(socket, "close"))[0] as number),
  );
  assert.equal((await service.stop("SIGTERM")).code, 0);
  assert.deepEqual(await codes, Array<number>(6).fill(1001));
});

test("a client that offers HTTP/2 is answered over HTTP/1.1", async (t) => {
  const { base } = await startPublic(t);
  const text = body();
  const head = [
    "POST / HTTP/1.1",
    "host: localhost",
    "connection: Upgrade, HTTP2-Settings, close",
    "upgrade: h2c",
    "http2-settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
    "content-type: application/json",
    `content-length: ${text.length}`,
  ];
  const answer = await exchange(base, `${head.join("\r\n")}\r\n\r\n${text}`);
  assert.match(answer, /^HTTP\/1\.1 200 /);
});
