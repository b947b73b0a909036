import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runTachyon } from "../cli/tachyon.ts";
import { waitFor } from "../waitFor.ts";
import { makeCertificate } from "./certificate.ts";
import { body, post, startPublic } from "./publicServer.ts";

const MINT = "48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK";
const hash = (key: string) => createHash("sha256").update(key).digest("hex");
const KEY = "a-key-of-the-wallet-team";
const NARROW = "a-key-for-one-method-only";
const EXPIRED = "a-key-that-has-run-out-by-now";
const SMALL = "a-key-with-a-small-quota";

function keyFile(more: object = {}): string {
  const path = join(mkdtempSync(join(tmpdir(), "tachyon-keys-")), "keys.json");
  writeKeys(path, [], more);
  return path;
}

function writeKeys(path: string, added: readonly object[], more = {}): void {
  const keys = [
    { name: "wallet", sha256: hash(KEY), rate: 1000 },
    {
      name: "narrow",
      sha256: hash(NARROW),
      scopes: ["getLatestCompressionSignatures"],
    },
    { name: "expired", sha256: hash(EXPIRED), expires: "2020-01-01" },
    { name: "small", sha256: hash(SMALL), daily: 2 },
    ...added,
  ];
  writeFileSync(path, JSON.stringify({ keys, ...more }));
}

test("an address that exceeds its rate gets a time to wait, and is served after it", async (t) => {
  const { base } = await startPublic(t, ["--rate-limit", "5"]);
  const first = await post(base);
  assert.equal(first.headers.get("ratelimit-limit"), "50");
  assert.equal(first.headers.get("ratelimit-remaining"), "48");
  const large = await post(
    base,
    body(1000, { filters: [{ memcmp: { offset: 0, bytes: "2" } }] }),
  );
  assert.equal(large.status, 200);
  const refused = await post(base);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("access-control-allow-origin"), "*");
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(wait >= 1 && wait <= 6, String(wait));
  await sleep(wait * 1000);
  assert.equal((await post(base)).status, 200);
});

test("invalid requests cost units, too, and long ones cost more", async (t) => {
  const { base } = await startPublic(t, ["--rate-limit", "1"]);
  const statuses = [];
  for (let i = 0; i < 20; i++) statuses.push((await post(base, "{")).status);
  assert.equal(statuses[0], 200);
  assert.equal(statuses.at(-1), 429);
  const other = await startPublic(t, ["--rate-limit", "1"]);
  const long = `[${" ".repeat(100_000)}`;
  assert.match(await (await post(other.base, long)).text(), /-32700/);
  assert.equal((await post(other.base, "{")).status, 429);
});

test("a request without a body costs one unit to read, and one of unknown length more", async (t) => {
  const { base } = await startPublic(t, ["--rate-limit", "5"]);
  const path = `${base}/stream/getIndexerSlot`;
  const refused = await fetch(path);
  assert.equal(refused.status, 400);
  assert.ok(Number(refused.headers.get("ratelimit-remaining")) >= 48);
  const other = await startPublic(t, ["--rate-limit", "5"]);
  const chunked = await fetch(other.base, {
    method: "POST",
    body: ReadableStream.from([Buffer.from(body())]),
    headers: { "content-type": "application/json" },
    duplex: "half",
  });
  assert.equal(chunked.status, 200);
  assert.ok(Number(chunked.headers.get("ratelimit-remaining")) < 40);
});

test("guessing keys is rate-limited like calls", async (t) => {
  const { base } = await startPublic(t, [
    ...["--api-keys", keyFile(), "--rate-limit", "1"],
  ]);
  const guess = async (i: number) =>
    (await post(base, body(), { "x-api-key": `guess-${i}` })).status;
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push(await guess(i));
  assert.equal(statuses[0], 401);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await post(base, body(), { "x-api-key": KEY })).status, 200);
});

test("a key is taken from a header, the query or the path, and nothing else lets in", async (t) => {
  const { base } = await startPublic(t, ["--api-keys", keyFile()]);
  const statuses = async (...asked: Promise<Response>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);
  const method = "getCompressedAccountsByOwner";
  assert.deepEqual(
    await statuses(
      post(base, body(), { authorization: `Bearer ${KEY}` }),
      post(base, body(), { "x-api-key": KEY }),
      post(`${base}/?api-key=${KEY}`),
      post(`${base}/v0/${KEY}/`),
      post(`${base}/v0/${KEY}/${method}`),
    ),
    [200, 200, 200, 200, 200],
  );
  assert.deepEqual(
    await statuses(
      post(base),
      post(base, body(), { authorization: "Bearer wrong" }),
      post(`${base}/?api-key=${hash(KEY)}`),
      post(`${base}/v0/${KEY}x/`),
      post(`${base}/?api-key=${EXPIRED}`),
    ),
    [401, 401, 401, 401, 401],
  );
});

/** What a server answers to a request whose target no client library sends. */
function statusOf(base: string, target: string, headers = ""): Promise<string> {
  const { port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`,
      );
    });
    socket.setEncoding("latin1").on("error", reject);
    socket.once("data", (answer: string) => {
      socket.destroy();
      resolve(answer.split(" ", 2)[1]!);
    });
  });
}

test("downloads, streams and metrics need a key however their path is spelled", async (t) => {
  const { folder } = await startPublic(t);
  const snapshot = join(folder, "it.snapshot");
  const made = await runTachyon(folder, ["snapshot", "create", snapshot]);
  assert.equal(made.code, 0, made.stderr);
  const { base } = await startPublic(t, [
    ...["--api-keys", keyFile(), "--snapshot", snapshot],
    "--trust-proxy",
  ]);
  /** 429 while the one before it has not ended. */
  const isAnswered = (target: string) =>
    waitFor(
      `${target} to be answered`,
      () => statusOf(base, target),
      (status) => status === "200",
    );
  const list = "getLatestCompressionSignatures";
  const paths = ["/snapshot", `/export/${list}`, `/stream/${list}`];
  const spellings = paths.flatMap((path) => [
    path,
    `/v0${path}`,
    `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
    `${path}#/x`,
    `${path}?/x`,
    `http://localhost${path}`,
    `/x/..${path}`,
  ]);
  for (const spelling of spellings)
    assert.match(await statusOf(base, spelling), /^40[14]$/, spelling);
  for (const path of paths)
    for (const withKey of [
      `${path}?api-key=${KEY}`,
      `/${KEY}${path}`,
      `/v0/${KEY}${path}`,
    ])
      await isAnswered(withKey);
  for (const name of ["export", "stream"]) {
    const scoped = (method: string) =>
      statusOf(base, `/${name}/${method}?mint=${MINT}&api-key=${NARROW}`);
    const other = "getCompressedTokenHistory";
    assert.equal(await scoped(other), "401", `${name} of another method`);
    await isAnswered(`/${name}/${list}?api-key=${NARROW}`);
  }
  const outside = `/snapshot?api-key=${NARROW}`;
  assert.equal(await statusOf(base, outside), "401", "a key of one method");
  const far = "x-forwarded-for: 203.0.113.9\r\n";
  for (const path of ["/metrics", "/%6detrics", "/metrics#", "/metrics?x"])
    assert.equal(await statusOf(base, path, far), "403", path);
});

test("a key is held to its scopes and its quota", async (t) => {
  const { base } = await startPublic(t, ["--api-keys", keyFile()]);
  const outside = await post(`${base}/?api-key=${NARROW}`);
  assert.match(await outside.text(), /-32601.*not open to this API key/);
  const inside = await post(
    `${base}/?api-key=${NARROW}`,
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "getLatestCompressionSignatures",
    }),
  );
  assert.match(await inside.text(), /"result"/);
  assert.equal((await post(`${base}/?api-key=${SMALL}`)).status, 200);
  assert.equal((await post(`${base}/?api-key=${SMALL}`)).status, 200);
  const spent = await post(`${base}/?api-key=${SMALL}`);
  assert.equal(spent.status, 429);
  assert.ok(Number(spent.headers.get("retry-after")) > 0);
});

test("a changed key file counts without a restart, and a broken one changes nothing", async (t) => {
  const path = keyFile();
  const service = await startPublic(t, ["--api-keys", path]);
  const added = "a-key-that-was-added-later";
  const ask = async (key: string) =>
    (await post(`${service.base}/?api-key=${key}`)).status;
  assert.equal(await ask(added), 401);
  writeKeys(path, [{ name: "added", sha256: hash(added) }]);
  await service.says(/reloaded/);
  assert.equal(await ask(added), 200);
  writeFileSync(path, "{");
  await service.says(/cannot be read/);
  assert.equal(await ask(added), 200);
});

test("callers without a key are accepted if the key file allows them", async (t) => {
  const path = keyFile({ anonymous: true });
  const { base } = await startPublic(t, ["--api-keys", path]);
  assert.equal((await post(base)).status, 200);
  assert.equal(
    (await post(`${base}/?api-key=wrong-and-long-enough`)).status,
    401,
  );
});

test("pages of other origins are refused when origins are named", async (t) => {
  const { base } = await startPublic(t, [
    "--cors-origin",
    "https://app.example",
  ]);
  const from = (origin: string) => post(base, body(), { origin });
  assert.equal((await from("https://app.example")).status, 200);
  assert.equal((await from("https://evil.example")).status, 403);
  const path = "/export/getLatestCompressionSignatures";
  const downloads = async (origin: string) =>
    (await fetch(base + path, { headers: { origin } })).status;
  assert.equal(await downloads("https://app.example"), 200);
  assert.equal(await downloads("https://evil.example"), 403);
  assert.equal((await from(base)).status, 200, "the explorer's own");
  assert.equal((await post(base)).status, 200);
});

async function overTls(
  base: string,
): Promise<{ name: string; answer: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      base,
      {
        method: "POST",
        rejectUnauthorized: false,
        agent: false,
        headers: { "content-type": "application/json" },
      },
      (response) => {
        const socket = response.socket as import("node:tls").TLSSocket;
        const name = String(socket.getPeerCertificate().subject.CN);
        text(response).then((answer) => {
          resolve({ name, answer });
        }, reject);
      },
    );
    sent.on("error", reject);
    sent.end(body());
  });
}

test("TLS serves, and a new certificate is taken without a restart", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-tls-"));
  makeCertificate(folder, "first.example");
  const files = [
    "--tls-cert",
    join(folder, "cert.pem"),
    "--tls-key",
    join(folder, "key.pem"),
  ];
  const service = await startPublic(t, files);
  assert.match(service.base, /^https:/);
  const first = await overTls(service.base);
  assert.equal(first.name, "first.example");
  assert.match(first.answer, /"result"/);
  makeCertificate(folder, "second.example");
  await service.says(/new certificate in use/);
  assert.equal((await overTls(service.base)).name, "second.example");
  const { code } = await service.stop("SIGTERM");
  assert.equal(code, 0);
});
