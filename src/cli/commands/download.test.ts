import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { RequestListener } from "node:http";
import { breaking, serveFile } from "../../../test/cli/fileServer.ts";
import { folderFor } from "../../../test/cli/liveService.ts";
import { download } from "./download.ts";

const never = new AbortController().signal;
const quick = { firstPauseMs: 2, giveUpAfterMs: 60_000 };

async function serving(t: TestContext, answer: RequestListener) {
  const url = await serveFile(t, answer);
  return { url, path: join(await folderFor(t), "it") };
}

test("a download that breaks repeatedly resumes where it was", async (t) => {
  const bytes = randomBytes(500_000);
  const asked: (string | undefined)[] = [];
  const file = () => ({ bytes, etag: '"one"' });
  const { url, path } = await serving(t, breaking(file, 120_000, asked));
  await download(url, path, never, quick);
  assert.deepEqual(readFileSync(path), bytes);
  // No answer has more than 120,000 bytes: a download that always restarts never finishes.
  assert.ok(asked.length >= 5, asked.join());
});

test("the partial download of an earlier run is resumed", async (t) => {
  const bytes = randomBytes(300_000);
  const asked: (string | undefined)[] = [];
  const file = () => ({ bytes, etag: '"one"' });
  const { url, path } = await serving(t, breaking(file, 200_000, asked));
  const hasty = { firstPauseMs: 50, giveUpAfterMs: 0 };
  await assert.rejects(download(url, path, never, hasty));
  await download(url, path, never, quick);
  assert.deepEqual(readFileSync(path), bytes);
  assert.ok(asked[1]!.startsWith("bytes="));
});

test("a file that changed on the server is downloaded from its beginning", async (t) => {
  let version = 0;
  const versions = [randomBytes(300_000), randomBytes(250_000)];
  const file = () => ({
    bytes: versions[Math.min(version, 1)]!,
    etag: `"${Math.min(version++, 1)}"`,
  });
  const { url, path } = await serving(t, breaking(file, 260_000, []));
  await download(url, path, never, quick);
  assert.deepEqual(readFileSync(path), versions[1]);
});

test("a missing file fails immediately", async (t) => {
  let asked = 0;
  const { url, path } = await serving(t, (_, response) => {
    asked++;
    response.writeHead(404).end();
  });
  await assert.rejects(download(url, path, never, quick), /HTTP 404/);
  assert.equal(asked, 1);
});
