import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../store/open.ts";
import { withStorePath } from "../../test/store/withStore.ts";
import { watchHealth } from "./watchHealth.ts";

/** 601 blocks whose slots take as long as given; the newest is 40 s old. */
async function writeBlocks(url: string, slotMs: number): Promise<void> {
  const now = Date.now();
  const updates = Array.from({ length: 601 }, (_, i) => ({
    block: {
      ...{ slot: 1000 + i, parentSlot: 999 + i, blockHeight: i },
      ...{ blockhash: String(i), parentBlockhash: String(i - 1) },
      blockTime: Math.floor((now - 40_000 - (600 - i) * slotMs) / 1000),
    },
    ...{ transactions: [], others: [], setAside: [] },
  }));
  const store = await openStore(url, { write: true });
  await store.writer!.apply(updates);
  await store.close();
}

for (const slotMs of [200, 400]) {
  const expected = 40_000 / slotMs;
  test(`a server that does not index is ${expected} slots behind when the newest block of a chain with ${slotMs} ms slots is 40 s old`, () =>
    withStorePath(async (url) => {
      await writeBlocks(url, slotMs);
      const store = await openStore(url, { write: false });
      const stop = new AbortController();
      try {
        const flags = { "max-lag": { seconds: 30 } };
        const health = await watchHealth(flags, null, store, stop.signal);
        // Block times are whole seconds, and the test takes time too.
        const lag = health.lag()!;
        assert.ok(lag >= expected * 0.95 && lag <= expected * 1.3, `${lag}`);
        assert.ok(Math.abs(health.slotMs() / slotMs - 1) < 0.02);
        assert.match(
          health.problem()!,
          /^\d+ slots behind the chain \(4\d s\), 30 s are allowed: the process that indexes has stopped, is behind, or cannot write/,
        );
      } finally {
        stop.abort();
        await store.close();
      }
    }));
}
