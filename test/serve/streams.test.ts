import assert from "node:assert/strict";
import { it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { WHOLE_LISTS } from "../../src/rpc/mainMethods.ts";
import { slotNotReached } from "../../src/rpc/minContextSlot.ts";
import { waitFor } from "../waitFor.ts";
import {
  contextOf,
  EMPTY,
  eventsOf,
  LATEST,
  serving,
  updates,
} from "./liveServer.ts";

it("a stream sends events with ids, from which it goes on", () =>
  serving(async (live) => {
    const path = `http://${live.url}/stream/${LATEST}`;
    const response = await fetch(path);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type")!, /^text\/event-stream/);
    const events = eventsOf(response);
    const { slot, blockhash } = contextOf(updates[19]!);
    const id = `${slot}:${blockhash}`;
    const first = (await events.next()).value as string[];
    assert.equal(first[0], `id: ${id}`);
    assert.deepEqual(JSON.parse(first[1]!.slice("data: ".length)), {
      context: { slot, blockhash },
      value: EMPTY,
    });
    await live.store.writer.apply(updates.slice(20, 21));
    const second = (await events.next()).value as string[];
    await events.return(undefined);

    for (const again of [
      await fetch(path, { headers: { "last-event-id": id } }),
      await fetch(`${path}?from=${id}`),
    ]) {
      const replayed = eventsOf(again);
      assert.deepEqual((await replayed.next()).value, first);
      assert.deepEqual((await replayed.next()).value, second);
      await replayed.return(undefined);
    }
    const statusOf = async (rest: string) =>
      (await fetch(`http://${live.url}/stream/${rest}`)).status;
    assert.equal(await statusOf(`${LATEST}?from=1:none`), 410);
    assert.equal(await statusOf(`${LATEST}?owner=x`), 400);
    assert.equal(await statusOf("getIndexerSlot"), 400);
    await waitFor("no streams", () => live.counts.streams === 0);
  }));

it("a stream waits for minContextSlot, and says what is wrong with one", () => {
  let arrives = (): Promise<unknown> => Promise.resolve();
  return serving(
    async (live) => {
      const { slot } = updates[20]!.block;
      const follow = (query: string) =>
        fetch(`http://${live.url}/stream/${LATEST}?${query}`);
      arrives = () => live.store.writer.apply(updates.slice(20, 21));
      const stream = await follow(`minContextSlot=${slot}`);
      assert.equal(stream.headers.get("x-context-slot"), String(slot));
      await stream.body!.cancel();
      arrives = () => Promise.reject(slotNotReached(slot));
      const late = await follow(`minContextSlot=${slot + 1}`);
      assert.deepEqual(
        [late.status, await late.json()],
        [
          503,
          {
            error: {
              code: -32016,
              message: "Minimum context slot has not been reached",
            },
          },
        ],
      );
      for (const wrong of ["", "x", "1.5", "-1", "1e3"]) {
        const refused = await follow(`minContextSlot=${wrong}`);
        assert.deepEqual(
          [refused.status, await refused.json()],
          [
            400,
            {
              error: {
                code: -32602,
                message:
                  "minContextSlot: must be an integer from 0 to 9007199254740991",
              },
            },
          ],
        );
      }
    },
    { reach: () => arrives() as Promise<void> },
  );
});

it("every list that /docs names can be followed, and its events are as the OpenAPI document says", () =>
  serving(async (live) => {
    const base = `http://${live.url}`;
    const page = await (await fetch(`${base}/docs`)).text();
    const paths = [...page.matchAll(/<code>GET (\/stream\/[^<]+)</g)].map(
      ([, path]) => path!.replaceAll("&amp;", "&"),
    );
    assert.deepEqual(
      paths.map((path) => /\w+/.exec(path.slice("/stream/".length))![0]).sort(),
      [...WHOLE_LISTS].sort(),
    );
    const isEvent = await eventSchema(base);
    const key = encodeBase58(new Uint8Array(32).fill(1));
    for (const path of paths) {
      const reply = await fetch(base + path.replaceAll("…", key));
      assert.equal(reply.status, 200, path);
      const events = eventsOf(reply);
      const [, first] = (await events.next()).value as string[];
      isEvent(first!);
      await events.return(undefined);
    }
    const events = eventsOf(await fetch(`${base}/stream/${LATEST}`));
    await events.next();
    await live.store.writer.apply(updates.slice(20, 21));
    const [, change] = (await events.next()).value as string[];
    assert.match(change!, /"added":\[\{/);
    isEvent(change!);
    assert.throws(() => {
      isEvent(change!.replace('"added"', '"add"'));
    });
    await events.return(undefined);
  }));

/** Returns what checks the data line of an event. */
async function eventSchema(base: string): Promise<(line: string) => void> {
  const document = (await (
    await fetch(`${base}/openapi.json`)
  ).json()) as object;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat("uint64", true).addFormat("int65", true);
  ajv.addSchema(document, "document");
  const isEvent = ajv.compile({
    $ref: "document#/paths/~1stream~1{method}/get/responses/200/content/text~1event-stream/schema",
  });
  return (line) => {
    const data: unknown = JSON.parse(line.slice("data: ".length));
    assert.ok(isEvent(data), ajv.errorsText(isEvent.errors));
  };
}
