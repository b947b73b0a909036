import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { exchange } from "../serve/sockets.ts";
import { assertSameRows } from "../store/dump.ts";
import { breaking, serveFile } from "./fileServer.ts";
import { folderFor, follow, reaches } from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** A store of the demo chain, and a snapshot of it. */
async function withSnapshot(t: TestContext) {
  const cwd = await folderFor(t);
  const store = ["--db-url", "sqlite://first.db"];
  assert.equal((await runTachyon(cwd, [...store, "--disable-api"])).code, 0);
  const make = ["snapshot", "create", "it.snapshot", ...store];
  const { code, stdout } = await runTachyon(cwd, make);
  assert.equal(code, 0);
  assert.match(stdout, /wrote it\.snapshot: slot 1020 of file:/);
  return { cwd, bytes: await readFile(join(cwd, "it.snapshot")) };
}

const restore = (cwd: string, place: string, store = "new/second.db") =>
  runTachyon(cwd, [
    "snapshot",
    "restore",
    place,
    "--db-url",
    `sqlite://${store}`,
  ]);

test("a snapshot is restored from a URL despite a download that is interrupted repeatedly", async (t) => {
  const { cwd, bytes } = await withSnapshot(t);
  const asked: (string | undefined)[] = [];
  const most = Math.ceil(bytes.length / 3);
  const file = () => ({ bytes, etag: '"one"' });
  const url = await serveFile(t, breaking(file, most, asked));
  const { code, stdout, stderr } = await restore(cwd, url.href);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /restored new\/second\.db: slot 1020/);
  // An interruption before the first byte leaves nothing to continue.
  assert.ok(asked.length >= 3);
  assert.ok(asked.at(-1)?.startsWith("bytes="));
  assert.deepEqual(readdirSync(join(cwd, "new")), ["second.db"]);
  const [one, two] = await Promise.all(
    ["first.db", "new/second.db"].map((name) =>
      openStore(`sqlite://${join(cwd, name)}`, { write: false }),
    ),
  );
  await assertSameRows(two!.reader, one!.reader);
  await Promise.all([one!.close(), two!.close()]);
});

test("a snapshot that the command serves is restored, and a restart does not interrupt a download for good", async (t) => {
  const { cwd, bytes } = await withSnapshot(t);
  const serve = ["snapshot", "serve", "it.snapshot", "--port"];
  const first = await startTachyon(t, cwd, [...serve, "0"]);
  const url = new URL(await first.url());
  const etag = (await fetch(url)).headers.get("etag")!;
  assert.equal((await first.stop("SIGTERM")).code, 0);
  const again = await startTachyon(t, cwd, [...serve, url.port]);
  await again.url();
  const half = bytes.length >> 1;
  const headers = { range: `bytes=${half}-`, "if-range": etag };
  const rest = await fetch(url, { headers });
  assert.equal(rest.status, 206);
  assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(half));
  const { code, stdout, stderr } = await restore(cwd, url.href);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /restored new\/second\.db: slot 1020/);
  assert.equal((await fetch(new URL("/status", url))).status, 404);
  const rebound = await exchange(
    url.href,
    "GET /snapshot HTTP/1.1\r\nhost: attacker.example\r\nconnection: close\r\n\r\n",
  );
  assert.match(rebound, /^HTTP\/1\.1 403 /);
});

test("what is no snapshot is not served", async (t) => {
  const cwd = await folderFor(t);
  writeFileSync(join(cwd, "secret.txt"), "x".repeat(1000));
  const args = ["snapshot", "serve", "secret.txt", "--port", "0"];
  const { code, stderr } = await runTachyon(cwd, args);
  assert.equal(code, 1);
  assert.match(stderr, /secret\.txt is not a snapshot/);
});

test("a damaged snapshot is refused with a reason before anything is touched", async (t) => {
  const { cwd, bytes } = await withSnapshot(t);
  bytes[bytes.length >> 1]! ^= 1;
  const file = () => ({ bytes, etag: '"one"' });
  const url = await serveFile(t, breaking(file, Infinity, []));
  const { code, stderr } = await restore(cwd, url.href);
  assert.equal(code, 1);
  assert.match(stderr, /^tachyon: .* is damaged: .*; nothing was restored\n$/);
  assert.deepEqual(readdirSync(join(cwd, "new")), [], "no half of it is left");
});

test("an existing store is not replaced, and nothing is downloaded", async (t) => {
  const { cwd, bytes } = await withSnapshot(t);
  const before = readFileSync(join(cwd, "first.db"));
  const asked: (string | undefined)[] = [];
  const file = () => ({ bytes, etag: '"one"' });
  const url = await serveFile(t, breaking(file, Infinity, asked));
  const { code, stderr } = await restore(cwd, url.href, "first.db");
  assert.equal(code, 1);
  assert.match(stderr, /there is already a store at first\.db: move it away/);
  assert.deepEqual(asked, []);
  assert.deepEqual(readFileSync(join(cwd, "first.db")), before);
  assert.ok(!existsSync(join(cwd, "first.db.download")));
});

test("the write-ahead log of a removed store is not applied to the one restored in its place", async (t) => {
  const { cwd } = await withSnapshot(t);
  writeFileSync(join(cwd, "moved.db-wal"), "of a store that was here");
  const { code, stderr } = await restore(cwd, "it.snapshot", "moved.db");
  assert.equal(code, 1);
  assert.match(stderr, /has left its log: move moved\.db-wal to that store/);
  assert.ok(!existsSync(join(cwd, "moved.db")));
});

test("a snapshot taken during indexing is one consistent state, from which indexing continues", async (t) => {
  const world = new World(1);
  world.grow(50);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  const cwd = await folderFor(t);
  const store = join(cwd, "live.db");
  const service = await follow(t, node, ["--db-url", `sqlite://${store}`]);
  await service.says(/^indexed/);
  const living = setInterval(() => {
    world.grow(3);
  }, 20);
  t.after(() => {
    clearInterval(living);
  });
  const args = ["snapshot", "create", "a.snapshot", "--db-url"];
  const made = await runTachyon(cwd, [...args, `sqlite://${store}`]);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  clearInterval(living);
  assert.equal((await restore(cwd, "a.snapshot")).code, 0);
  const copy = `sqlite://${join(cwd, "new/second.db")}`;
  const second = await follow(t, node, ["--db-url", copy]);
  for (const one of [service, second]) {
    await reaches(one, world.tip.slot);
    await one.stop("SIGTERM");
  }
  const [left, right] = await Promise.all(
    [`sqlite://${store}`, copy].map((url) => openStore(url, { write: false })),
  );
  await assertSameRows(right!.reader, left!.reader);
  await Promise.all([left!.close(), right!.close()]);
});

const create = (cwd: string, file: string, ...more: readonly string[]) =>
  runTachyon(cwd, [
    ...["snapshot", "create", file, "--db-url", "sqlite://first.db"],
    ...more,
  ]);

test("a snapshot replaces a file only with --force, and never anything else", async (t) => {
  const { cwd, bytes } = await withSnapshot(t);
  writeFileSync(join(cwd, "mine"), "precious");
  const refused = await create(cwd, "mine");
  assert.equal(refused.code, 1);
  assert.equal(
    refused.stderr,
    "tachyon: mine exists already: choose another name, or replace it with --force\n",
  );
  assert.equal(readFileSync(join(cwd, "mine"), "utf8"), "precious");
  assert.equal((await create(cwd, "mine", "--force")).code, 0);
  assert.equal(readFileSync(join(cwd, "mine")).length, bytes.length);

  execFileSync("mkfifo", [join(cwd, "pipe")]);
  symlinkSync("mine", join(cwd, "link"));
  for (const name of ["pipe", "link", "."]) {
    const { code, stderr } = await create(cwd, name, "--force");
    assert.equal(code, 1, name);
    assert.match(
      stderr,
      /^tachyon: .+ is not a regular file: choose another name\n$/,
    );
  }
  assert.ok(lstatSync(join(cwd, "pipe")).isFIFO());
  assert.ok(lstatSync(join(cwd, "link")).isSymbolicLink());
});

test("a snapshot for which there is no room, or no folder, leaves nothing behind and says why in a sentence", async (t) => {
  const { cwd } = await withSnapshot(t);
  const before = readdirSync(cwd);
  const { code, stderr } = await create(cwd, "none/it.snapshot");
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^tachyon: the snapshot none\/it\.snapshot cannot be written: .*\n$/,
  );
  const copy = statSync(join(cwd, "first.db")).size;
  // Too little for the copy of the store, and too little for what it is packed into.
  for (const bytes of [copy / 2, statSync(join(cwd, "it.snapshot")).size / 2]) {
    const args = `snapshot create full --db-url sqlite://first.db`;
    const blocks = Math.floor(bytes / 1024);
    const full = spawnSync(
      "bash",
      [
        "-c",
        `trap '' XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" "${MAIN}" ${args}`,
      ],
      { cwd, encoding: "utf8" },
    );
    assert.equal(full.status, 1);
    assert.match(
      full.stderr,
      /^tachyon: the snapshot full cannot be written: .*\n$/,
    );
    assert.deepEqual(readdirSync(cwd), before);
  }
});
