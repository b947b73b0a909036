import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { openForUpkeep, openStore, sqlitePath } from "../../src/store/open.ts";
import { createSnapshot } from "../../src/store/snapshot/create.ts";
import { readHeader } from "../../src/store/snapshot/header.ts";
import { restoreSnapshot } from "../../src/store/snapshot/restore.ts";
import { addWebhook } from "../../src/store/webhooks/changes.ts";
import { listWebhooks } from "../../src/store/webhooks/rows.ts";
import { createSecret } from "../../src/webhooks/signature.ts";
import { recordedUpdates } from "../replay/chain.ts";
import { withStore } from "../store/withStore.ts";

test("a snapshot holds no webhook, not even in overwritten bytes", () =>
  withStore(async ({ url, writer, reader }) => {
    await writer.apply(await recordedUpdates("four_cpi_events"));
    const connection = await openForUpkeep(url);
    const secrets = Array.from({ length: 60 }, createSecret);
    for (const [i, secret] of secrets.entries())
      await addWebhook(connection, {
        ...{ id: `wh_${i}`, url: `https://receiver.example/${i}`, secret },
        list: { method: "getLatestCompressionSignatures", params: {} },
        allowPrivate: false,
      });
    await connection.close();
    assert.equal((await listWebhooks(reader)).length, secrets.length);

    const path = sqlitePath(url);
    const file = join(dirname(path), "it.snapshot");
    await createSnapshot(path, file);
    const { start } = await readHeader(file);
    const content = zstdDecompressSync(readFileSync(file).subarray(start));
    for (const secret of secrets)
      assert.equal(content.indexOf(secret.slice(6)), -1);
    assert.equal(content.indexOf("receiver.example"), -1);

    const restored = join(dirname(path), "restored.db");
    await restoreSnapshot(file, restored);
    const store = await openStore(`sqlite://${restored}`, { write: false });
    assert.deepEqual(await listWebhooks(store.reader), []);
    await store.close();
  }));
