import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { createSecret, signedHeaders } from "../../src/webhooks/signature.ts";
import { folderFor } from "../cli/liveService.ts";
import { waitFor } from "../waitFor.ts";

const guide = new URL("../../docs/guides/webhooks.md", import.meta.url);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test("the receiver of the guide accepts what is signed, and nothing else", async (t) => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(readFileSync(guide, "utf8"))!;
  const file = join(await folderFor(t), "receiver.mjs");
  writeFileSync(file, program!);
  const secret = createSecret();
  const port = await freePort();
  const env = { ...process.env, SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [file], { env, stdio: "inherit" });
  t.after(() => child.kill("SIGKILL"));
  const body = '{"value":{"added":[]}}';
  const post = async (headers: Record<string, string>, sent = body) => {
    const url = `http://127.0.0.1:${port}/`;
    const answer = await fetch(url, { method: "POST", headers, body: sent });
    return answer.status;
  };
  const good = signedHeaders(secret, "1", body);
  await waitFor(
    "the receiver to accept",
    () => post(good),
    (status) => status === 204,
  );
  const now = Math.floor(Date.now() / 1000);
  assert.equal(await post(signedHeaders(createSecret(), "1", body)), 401);
  assert.equal(await post(signedHeaders(secret, "1", body, now - 600)), 401);
  assert.equal(await post(good, '{"value":{"added":[1]}}'), 401);
  assert.equal(await post({ ...good, "webhook-id": "2" }), 401);
  assert.equal(await post({}), 401);
});
