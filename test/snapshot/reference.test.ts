import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { followChain } from "../../src/ingest/follow.ts";
import { TreeLookup } from "../../src/ingest/lookup.ts";
import {
  NotASnapshot,
  openReferenceSnapshot,
} from "../../src/ingest/source/file/referenceSnapshot.ts";
import { otherTransactions } from "../../src/store/schema/tables.ts";
import { recordedTrees, recordedUpdates } from "../replay/chain.ts";
import { assertSameRows } from "../store/dump.ts";
import { type OpenedStore, withStore } from "../store/withStore.ts";

const never = new AbortController().signal;
const folder = new URL("../../fixtures/snapshots/", import.meta.url).pathname;

async function importInto({ writer }: OpenedStore, path: string) {
  const source = await openReferenceSnapshot(path, null);
  const book = await recordedTrees();
  await writer.addTrees([...book]);
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const parts = { source, writer, book, lookup, startAfter: -1, verify: true };
  await followChain(parts, never);
}

for (const path of [folder, join(folder, "download-1000-1019.gz")]) {
  test(`the reference's snapshot ${path === folder ? "files" : "download"} give the rows that its blocks give`, () =>
    withStore((store) =>
      withStore(async (clean) => {
        await importInto(store, path);
        const updates = await recordedUpdates("programs-400");
        await clean.writer.addTrees([...(await recordedTrees())]);
        const same = updates.filter(({ block }) => block.slot <= 1019);
        assert.ok(same.length > 10);
        await clean.writer.apply(same);
        // Only compression transactions are in it.
        const leftOut = [otherTransactions.name];
        await assertSameRows(store.reader, clean.reader, leftOut);
        await store.writer.apply(updates);
        assert.deepEqual(
          await store.writer.head(),
          await (async () => {
            await clean.writer.apply(updates);
            return clean.writer.head();
          })(),
        );
      }),
    ));
}

test("a truncated or invalid snapshot is refused with an error that names it", async () => {
  const away = mkdtempSync(join(tmpdir(), "tachyon-ref-"));
  const whole = gunzipSync(readFileSync(join(folder, "snapshot-1000-1009.gz")));
  try {
    const cut = join(away, "snapshot-1000-1009");
    writeFileSync(cut, whole.subarray(0, whole.length - 3));
    const prose = join(away, "prose");
    writeFileSync(prose, "this is not a snapshot of anything");
    for (const path of [cut, prose, join(away, "missing")]) {
      await withStore((store) =>
        assert.rejects(importInto(store, path), NotASnapshot),
      );
    }
  } finally {
    rmSync(away, { recursive: true });
  }
});
