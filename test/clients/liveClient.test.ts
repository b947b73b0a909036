import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Change,
  createClient,
  type LiveList,
  type Signature,
  TachyonError,
} from "../../src/client/index.ts";
import { folderFor, reaches } from "../cli/liveService.ts";
import { startWorld } from "../cli/restartable.ts";
import type { Service } from "../cli/tachyon.ts";
import { waitFor } from "../waitFor.ts";

const LATEST = "getLatestCompressionSignatures";

/** Waits until the live list is at this slot, and compares it with a walk at its context. */
async function agrees(
  live: LiveList<typeof LATEST>,
  url: string,
  service: Service,
  slot: number,
): Promise<void> {
  await waitFor(
    `the live list to reach slot ${slot}`,
    () => live.context?.slot,
    (seen) => seen === slot,
    { unless: service.gone },
  );
  const { context, items } = live;
  const walked: Signature[] = [];
  for await (const item of createClient(url).getLatestCompressionSignatures({
    atSlot: context!.slot,
    blockhash: context!.blockhash,
  }))
    walked.push(item);
  assert.deepEqual(items, walked);
}

/** Sockets that a test can cut. */
function cuttable() {
  const all: WebSocket[] = [];
  class Cuttable extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      all.push(this);
    }
  }
  return {
    open: () => all.filter(({ readyState }) => readyState === WebSocket.OPEN),
    WebSocket: Cuttable,
  };
}

test("a live list stays the list through new blocks, forks, cut connections and kills of the server", async (t) => {
  const { world, start, url } = await startWorld(t);
  let service = await start();
  await reaches(service, world.tip.slot);
  const sockets = cuttable();
  const client = createClient(url, { WebSocket: sockets.WebSocket });
  const live = client.live(LATEST, {});
  t.after(() => {
    live.close();
  });
  const states = new Set<string>();
  live.subscribe(() => states.add(live.state));
  await live.ready;
  await agrees(live, url, service, world.tip.slot);

  world.grow(5);
  await agrees(live, url, service, world.tip.slot);
  world.fork(6);
  await agrees(live, url, service, world.tip.slot);

  for (const socket of sockets.open()) socket.close();
  await waitFor("the loss to be seen", () => states.has("reconnecting"));
  world.grow(3);
  await agrees(live, url, service, world.tip.slot);

  await service.stop("SIGKILL");
  world.fork(4);
  world.grow(3);
  service = await start();
  await agrees(live, url, service, world.tip.slot);
  assert.equal(live.state, "live");

  live.close();
  await waitFor(
    "the list to close",
    () => live.state,
    (state) => state === "closed",
  );
  await waitFor(
    "no socket",
    () => sockets.open().length,
    (size) => size === 0,
  );
});

test("watching ends with return(), with a signal, and with an error that would not pass", async (t) => {
  const { world, start, url } = await startWorld(t);
  const service = await start();
  await reaches(service, world.tip.slot);
  const sockets = cuttable();
  const client = createClient(url, { WebSocket: sockets.WebSocket });
  const none = (size: number) => size === 0;

  const changes = client.watch(LATEST, {});
  await changes.next();
  const waiting = changes.next();
  await changes.return?.();
  assert.deepEqual(await waiting, { done: true, value: undefined });
  await waitFor("no socket", () => sockets.open().length, none);

  const stop = new AbortController();
  for await (const change of client.watch(
    LATEST,
    {},
    { signal: stop.signal },
  )) {
    assert.ok(change.restarted);
    stop.abort();
  }
  await waitFor("no socket", () => sockets.open().length, none);

  const wrong = client.watch("getCompressedMintTokenHolders", { mint: "0" });
  await assert.rejects(
    wrong.next(),
    (error) => error instanceof TachyonError && error.code === -32602,
  );
  const failing = client.live("getCompressedMintTokenHolders", { mint: "0" });
  await assert.rejects(failing.ready, TachyonError);
  assert.equal(failing.state, "failed");
  await waitFor("no socket", () => sockets.open().length, none);

  // A block that the index never saw: the watch begins anew and says so.
  const from = { slot: 3, blockhash: "1".repeat(32) };
  const again = client.watch(LATEST, {}, { from });
  assert.equal(
    ((await again.next()).value as Change<Signature>).restarted,
    true,
  );
  await again.return?.();
  await service.stop("SIGTERM");
});

test("a key that is revoked ends the watch with an error", async (t) => {
  const file = join(await folderFor(t), "keys.json");
  const key = "a-key-of-some-length";
  const sha256 = createHash("sha256").update(key).digest("hex");
  const write = (keys: object[]) => {
    writeFileSync(file, JSON.stringify({ anonymous: false, keys }));
  };
  write([{ name: "app", sha256 }]);
  const { world, start, url } = await startWorld(t, ["--api-keys", file]);
  const service = await start();
  const client = createClient(url, { headers: { "x-api-key": key } });
  await waitFor(
    "the chain to be indexed",
    () => client.getIndexerSlot(),
    (slot) => slot === world.tip.slot,
    { unless: service.gone },
  );
  const changes = client.watch(LATEST, {});
  await changes.next();
  const waiting = (async () => {
    while (!(await changes.next()).done);
  })();
  write([]);
  await assert.rejects(
    waiting,
    (error) =>
      error instanceof TachyonError && [401, 1008].includes(error.code),
  );
  const refused = createClient(url).watch(LATEST, {});
  await assert.rejects(
    refused.next(),
    (error) => error instanceof TachyonError && error.code === 401,
  );
  await service.stop("SIGTERM");
});
