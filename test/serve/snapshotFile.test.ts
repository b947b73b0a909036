import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readFile, truncate, writeFile } from "node:fs/promises";
import {
  createServer,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { fastify } from "fastify";
import { discard, download } from "../../src/cli/commands/download.ts";
import { DownloadLimit } from "../../src/serve/downloads/limits.ts";
import {
  serveSnapshot,
  type SnapshotParts,
} from "../../src/serve/downloads/snapshot.ts";
import { createSnapshot } from "../../src/store/snapshot/create.ts";
import { restoreSnapshot } from "../../src/store/snapshot/restore.ts";
import { admitAll } from "./admitted.ts";
import { recordedUpdates } from "../replay/chain.ts";
import { folderFor } from "../cli/liveService.ts";
import { startTachyon } from "../cli/tachyon.ts";
import { withOpened } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";

const signal = new AbortController().signal;
const updates = await recordedUpdates("programs-400");

/** A snapshot of the first blocks of the demo chain. */
async function makeSnapshot(folder: string, blocks: number): Promise<string> {
  const path = join(folder, `store-${blocks}.db`);
  await withOpened(`sqlite://${path}`, ({ writer }) =>
    writer.apply(updates.slice(0, blocks)),
  );
  const file = join(folder, "it.snapshot");
  await createSnapshot(path, file, { force: true });
  return file;
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-snapshot-"));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function serve(
  t: TestContext,
  file: string,
  parts: Partial<SnapshotParts> = {},
): Promise<string> {
  const app = fastify();
  admitAll(app);
  serveSnapshot(app, {
    ...{ file, access: "keys", running: new DownloadLimit(2) },
    onError: (error) => assert.fail(String(error)),
    ...parts,
  });
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  return `${base}/snapshot`;
}

interface Between {
  /** Bytes to pass on before the connection breaks; the whole answer if missing. */
  cut?: number | undefined;
  change?: (bytes: Buffer) => void;
}

/** Stands between client and server, and breaks what passes through. */
async function between(
  t: TestContext,
  url: string,
  next: () => Between | Promise<Between>,
): Promise<URL> {
  const answer: RequestListener = (request, response) => {
    const { range, "if-range": ifRange } = request.headers;
    const headers: OutgoingHttpHeaders = {};
    if (range) headers.range = range;
    if (ifRange) headers["if-range"] = String(ifRange);
    get(url, { headers }, (upstream) => {
      void (async () => {
        const bytes = await buffer(upstream);
        const { cut, change } = await next();
        change?.(bytes);
        response.writeHead(upstream.statusCode!, upstream.headers);
        if (cut === undefined || cut >= bytes.length) response.end(bytes);
        else response.write(bytes.subarray(0, cut), () => response.destroy());
      })();
    });
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const quick = { firstPauseMs: 1 };

test("a download that breaks at any offsets is resumed, and has every byte", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  const bytes = await readFile(file);
  let cuts: number[] = [];
  const url = await between(t, await serve(t, file), () => ({
    cut: cuts.shift(),
  }));
  const offset = fc.integer({ min: 0, max: bytes.length });
  await fc.assert(
    fc.asyncProperty(fc.array(offset, { maxLength: 4 }), async (offsets) => {
      cuts = [...offsets];
      const to = join(folder, "download");
      await download(url, to, signal, quick);
      assert.deepEqual(await readFile(to), bytes);
      await discard(to);
    }),
    { numRuns: 12 },
  );
});

test("a changed byte anywhere is noticed, and nothing is restored", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 5);
  const bytes = await readFile(file);
  let at = 0;
  const url = await between(t, await serve(t, file), () => ({
    change: (passing) => {
      passing[at]! ^= 1;
    },
  }));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (offset) => {
      at = offset;
      const to = join(folder, "changed");
      await download(url, to, signal, quick);
      const store = join(folder, "restored.db");
      await assert.rejects(restoreSnapshot(to, store), { name: "StoreError" });
      assert.equal(existsSync(store), false);
      assert.equal(existsSync(`${store}.restoring`), false);
      await discard(to);
    }),
    { numRuns: 30 },
  );
});

test("a snapshot that is replaced in the middle of a download is downloaded from its beginning", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  let breaks = 2;
  const url = await between(t, await serve(t, file), async () => {
    if (breaks-- <= 0) return {};
    await makeSnapshot(folder, 10 + breaks);
    return { cut: 30_000 };
  });
  const to = join(folder, "download");
  await download(url, to, signal, quick);
  assert.deepEqual(await readFile(to), await readFile(file));
  const store = join(folder, "restored.db");
  const { slot } = await restoreSnapshot(to, store);
  assert.equal(slot, updates[9]!.block.slot);
});

test("an open download goes on with the file it began with", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  const bytes = await readFile(file);
  const response = await fetch(await serve(t, file));
  await makeSnapshot(folder, 3);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
});

test("a file that becomes shorter during a download breaks the connection, so that the caller tries again", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  // Larger than the buffers of the connection.
  await writeFile(file, Buffer.alloc(32 * 2 ** 20), { flag: "a" });
  const errors: unknown[] = [];
  const url = await serve(t, file, { onError: (error) => errors.push(error) });
  const request = get(url);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause();
  await truncate(file, 100_000);
  await assert.rejects(buffer(response), { code: "ECONNRESET" });
  assert.deepEqual(errors, []);
});

test("only snapshots are served, and only to permitted callers", async (t) => {
  const folder = makeFolder(t);
  const secret = join(folder, "secret");
  await writeFile(secret, "not a snapshot");
  for (const file of [secret, join(folder, "missing")]) {
    const reply = await fetch(await serve(t, file));
    assert.equal(reply.status, 503);
    assert.match(await reply.text(), /there is no snapshot/);
  }
  const file = await makeSnapshot(folder, 3);
  const refused = await fetch(await serve(t, file, { access: "none" }));
  assert.equal(refused.status, 401);
});

test("the number of downloads is limited, and a caller that does not read is cut off", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  // Larger than the buffers of the connection.
  await writeFile(file, Buffer.alloc(32 * 2 ** 20), { flag: "a" });
  const patient = await serve(t, file, { running: new DownloadLimit(1) });
  const first = await fetch(patient);
  assert.equal(first.status, 200);
  const second = await fetch(patient);
  assert.equal(second.status, 503);
  assert.ok(second.headers.get("retry-after"));
  await first.body!.cancel();

  const url = await serve(t, file, {
    running: new DownloadLimit(1),
    slowestMs: 200,
  });
  const idle = get(url, (response) => {
    response.on("error", () => undefined);
    response.pause();
  });
  idle.on("error", () => undefined);
  await once(idle, "response");
  await waitFor(
    "the place of the idle caller to be free",
    async () => {
      const { status, body } = await fetch(url, {
        headers: { range: "bytes=999999999-" },
      });
      await body?.cancel();
      return status;
    },
    (status) => status === 416,
  );
  idle.destroy();
});

test("the service gives its snapshot to a second operator, whose store is the same", async (t) => {
  const folder = makeFolder(t);
  const file = await makeSnapshot(folder, 20);
  const service = await startTachyon(t, await folderFor(t), [
    ...["--port", "0", "--snapshot", file],
  ]);
  const to = join(folder, "download");
  await download(new URL("/snapshot", await service.url()), to, signal);
  const { slot } = await restoreSnapshot(to, join(folder, "second.db"));
  assert.equal(slot, 1020);
});
