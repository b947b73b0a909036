// Changes of lists over WebSockets and streams that blocks seldom make.
import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { makeHistory } from "../model/history.ts";
import {
  connect,
  contextOf,
  EMPTY,
  eventsOf,
  LATEST,
  type Notification,
  serving,
  updates,
} from "./liveServer.ts";

it("a change larger than a frame comes in parts, and `from` continues before it or after it", () =>
  serving(async (live) => {
    const owner = encodeBase58(COMPRESSED_TOKEN);
    const list = { method: "getCompressedAccountsByOwner", params: { owner } };
    const client = await connect(live);
    const [, { context: from }] = await client.subscribe(list);
    const events = eventsOf(
      await fetch(`http://${live.url}/stream/${list.method}?owner=${owner}`),
    );
    await events.next();
    const { updates: more } = makeHistory({
      ...{ seed: 6, blocks: 100, transactionsPerBlock: 100, keys: 4 },
      firstSlot: updates[19]!.block.slot,
    });
    await live.store.writer.apply(more);
    const partsOf = async (next: () => Promise<Notification>) => {
      const parts = [await next()];
      while (parts.at(-1)!.value.more) parts.push(await next());
      return parts;
    };
    const parts = await partsOf(() => client.notification());
    assert.ok(parts.length > 1);
    for (const { context } of parts)
      assert.deepEqual(context, contextOf(more.at(-1)!));

    const again = await connect(live);
    const [, start] = await again.subscribe({ ...list, from });
    assert.deepEqual(start.context, from);
    assert.deepEqual(await partsOf(() => again.notification()), parts);
    const after = await connect(live);
    const last = parts[0]!.context;
    await after.subscribe({ ...list, from: last });
    await live.store.writer.undoAfter(more.at(-2)!.block.slot);
    assert.equal((await after.notification()).value.undone, true);

    const ids: string[][] = [];
    const streamed = await partsOf(async () => {
      const lines = (await events.next()).value as string[];
      ids.push(lines.filter((line) => line.startsWith("id: ")));
      return JSON.parse(lines.at(-1)!.slice("data: ".length)) as Notification;
    });
    assert.deepEqual(streamed, parts);
    assert.deepEqual(ids, [
      ...Array<string[]>(parts.length - 1).fill([]),
      [`id: ${last.slot}:${last.blockhash}`],
    ]);
    await events.return(undefined);
  }));

it("subscriptions end with 1012 when no block is left", () =>
  serving(async (live) => {
    const client = await connect(live);
    await client.subscribe({ method: LATEST });
    const closed = once(client.socket, "close");
    await live.store.writer.undoAfter(0);
    const [code, why] = (await closed) as [number, Buffer];
    assert.deepEqual(
      [code, why.toString()],
      [1012, "Not known at that slot: all blocks were undone"],
    );
  }));

it("after ten seconds without a change the newest block is told, over both", () =>
  serving(async (live) => {
    const nobody = encodeBase58(new Uint8Array(32).fill(9));
    const method = "getCompressedMintTokenHolders";
    const client = await connect(live);
    await client.subscribe({ method, params: { mint: nobody } });
    const stream = await fetch(
      `http://${live.url}/stream/${method}?mint=${nobody}`,
    );
    const events = eventsOf(stream);
    await events.next();
    await live.store.writer.apply(updates.slice(20, 21));
    const newest = { context: contextOf(updates[20]!), value: EMPTY };
    assert.deepEqual(await client.notification(), newest);
    const { slot, blockhash } = newest.context;
    assert.deepEqual((await events.next()).value, [
      `id: ${slot}:${blockhash}`,
      `data: ${JSON.stringify(newest)}`,
    ]);
    await events.return(undefined);
  }));

it("a subscription from a block above the newest one waits for it", () => {
  let arrives = (): Promise<unknown> => Promise.resolve();
  return serving(
    async (live) => {
      const client = await connect(live);
      await client.subscribe({ method: LATEST });
      arrives = () => live.store.writer.apply(updates.slice(20, 22));
      const from = contextOf(updates[21]!);
      const later = await connect(live);
      const [, start] = await later.subscribe({ method: LATEST, from });
      assert.deepEqual(start, { context: from, value: EMPTY });
      await live.store.writer.apply(updates.slice(22, 23));
      assert.deepEqual(
        (await later.notification()).context,
        contextOf(updates[22]!),
      );
    },
    { reach: () => arrives() as Promise<void> },
  );
});
