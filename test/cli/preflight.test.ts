import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { makeCertificate } from "../serve/certificate.ts";
import { tamper, withOpened } from "../store/withStore.ts";
import { folderFor } from "./liveService.ts";
import { runTachyon } from "./tachyon.ts";

/** The demo chain is not indexed: the store is not even made. */
async function assertRefusedFirst(
  cwd: string,
  args: readonly string[],
  sentence: RegExp,
): Promise<void> {
  const { code, stderr } = await runTachyon(cwd, ["--port", "0", ...args]);
  assert.equal(code, 1);
  assert.match(stderr, sentence);
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  assert.ok(!existsSync(join(cwd, "tachyon-data")), "a store was made");
}

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("a port in use is refused before a recording is indexed", async (t) => {
  const port = await takenPort(t);
  await assertRefusedFirst(
    await folderFor(t),
    ["--port", String(port)],
    /^tachyon: port \d+ on 127\.0\.0\.1 is in use: choose another with --port\n$/,
  );
});

test("a missing key file is refused before a recording is indexed", async (t) => {
  await assertRefusedFirst(
    await folderFor(t),
    ["--api-keys", "missing.json"],
    /^tachyon: --api-keys: there is no file missing\.json/,
  );
});

test("a certificate without a key is refused before a recording is indexed", async (t) => {
  await assertRefusedFirst(
    await folderFor(t),
    ["--tls-cert", "cert.pem"],
    /^tachyon: --tls-cert and --tls-key: give both or none\n$/,
  );
});

test("invalid TLS files are refused in one sentence that names the flag", async (t) => {
  const cwd = await folderFor(t);
  const { cert, key } = makeCertificate(cwd, "example.test");
  const text = join(cwd, "text.pem");
  writeFileSync(text, "not a certificate\n");
  const cases = [
    [text, key, /^tachyon: --tls-cert: \S+ is not a certificate \(PEM\)\n$/],
    [cert, text, /^tachyon: --tls-key: \S+ is not a private key \(PEM\)\n$/],
    ["gone.pem", key, /^tachyon: --tls-cert: gone\.pem cannot be read/],
  ] as const;
  for (const [tlsCert, tlsKey, sentence] of cases) {
    const args = ["--tls-cert", tlsCert, "--tls-key", tlsKey];
    await assertRefusedFirst(cwd, args, sentence);
  }
});

test("a process that only serves refuses a store whose schema is older, and says what upgrades it", async (t) => {
  const cwd = await folderFor(t);
  const file = join(cwd, "older.db");
  const url = `sqlite://${file}`;
  await withOpened(url, () => Promise.resolve());
  tamper(file, "delete from schema_versions where version > 9");
  const args = ["--port", "0", "--disable-indexing", "--db-url", url];
  const { code, stderr } = await runTachyon(cwd, args);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^tachyon: the store has schema version 9, this program needs \d+: .* tachyon migrate\n$/,
  );
});
