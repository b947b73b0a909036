import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { StateUpdate } from "../../src/domain/update.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { joinChunks } from "../../src/render/text.ts";
import { parseExact } from "../model/exactJson.ts";
import { test } from "../store/eachEngine.ts";
import type { OpenedStore } from "../store/withStore.ts";
import { recordedLines, recordedUpdates } from "./chain.ts";

type Replay = (store: OpenedStore, updates: StateUpdate[]) => Promise<void>;

const replays: Readonly<Record<string, Replay>> = {
  "block by block": async ({ writer }, updates) => {
    for (const update of updates) await writer.apply([update]);
  },
  "all at once": ({ writer }, updates) => writer.apply(updates),
  "every block twice": async ({ writer }, updates) => {
    for (const update of updates) {
      await writer.apply([update]);
      await writer.apply([update]);
    }
  },
  "with a restart in the middle": async (store, updates) => {
    const middle = Math.ceil(updates.length / 2);
    await store.writer.apply(updates.slice(0, middle));
    await store.close();
    const again = await openStore(store.url, { write: true });
    // A source that restarts may begin before the checkpoint.
    await again.writer!.apply(updates.slice(Math.max(0, middle - 2)));
    await again.close();
  },
};

const names = readdirSync(new URL("../../fixtures/answers", import.meta.url))
  .filter((file) => file.endsWith(".jsonl.gz"))
  .map((file) => file.replace(".jsonl.gz", ""));

for (const name of names) {
  for (const [way, replay] of Object.entries(replays)) {
    test(`${name}, ${way}: answers equal the recorded ones field by field`, async (withStore) => {
      const updates = await recordedUpdates(name);
      await withStore(async (store) => {
        await replay(store, updates);
        const served = await openStore(store.url, { write: false });
        await assertAnswers(served.reader, name);
        await served.close();
      });
    });
  }
}

interface Recording {
  method: string;
  params: unknown;
  result: { value: { items: Item[]; cursor: unknown } };
}
type Item = Record<string, unknown>;

async function assertAnswers(read: Reader, name: string): Promise<void> {
  const log = {
    error: (fields: object) => assert.fail(JSON.stringify(fields)),
  };
  const ask = createDispatch({ read, methods, log });
  let compared = 0;
  for (const line of recordedLines(`answers/${name}.jsonl.gz`)) {
    const expected = asAgreed(parseExact(line) as Recording);
    if (!expected) continue;
    const { method } = expected;
    const { params } = JSON.parse(line) as Recording;
    const body = { jsonrpc: "2.0", id: "test-account", method, params };
    const text = await ask(Buffer.from(JSON.stringify(body)), "/", "");
    const answer = parseExact(joinChunks(text!)) as Recording & { id: string };
    assert.equal(answer.id, "test-account");
    const got = asAgreed({ method, params, result: answer.result });
    assert.deepEqual(got?.result, expected.result, `${method} ${line}`);
    compared++;
  }
  assert.ok(compared > 0, "there was something to compare");
}

/** The recording as the contract would have it, or null where it cannot be compared: pages that the reference cuts elsewhere. */
function asAgreed(recording: Recording): Recording | null {
  const { method, result } = recording;
  const { value } = result;
  if (method === "getCompressedAccountsByOwner") {
    if (value.cursor) return null; // its pages skip and repeat
    value.items.sort((a, b) => (String(a.hash) < String(b.hash) ? -1 : 1));
  }
  if (method === "getCompressedMintTokenHolders") {
    const held = value.items.filter(({ balance }) => balance !== 0n);
    if (held.length === value.items.length) return recording;
    if (value.cursor) return null; // a zero balance pushed a holder off the page
    value.items = held;
  }
  return recording;
}
