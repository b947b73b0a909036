import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { openStore, type Store } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";
import { type Ask, askStore, everyList } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { withOpened, withStorePath, type OpenedStore } from "./withStore.ts";

const { history, updates } = makeHistory({
  ...{ seed: 3, blocks: 8, transactionsPerBlock: 4, keys: 3 },
});
const bodies = everyList(history, Model.of(updates)).map(({ method, params }) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
);

/** What happens next: somebody asks one of a few questions, a block is written or undone, or a turn passes. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.nat(7) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("write", "write", "undo", "turn" as const),
  },
);

test("a page from memory is the page that would be read, whatever was written or undone between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(bodies.length - 1),
      fc.array(step, { minLength: 20, maxLength: 100 }),
      (first, steps) =>
        withStorePath((url) =>
          withOpened(url, (store) => compare(store, first, steps)),
        ),
    ),
    { numRuns: 60 },
  );
});

async function compare(
  store: OpenedStore,
  first: number,
  steps: readonly (number | "write" | "undo" | "turn")[],
): Promise<void> {
  const recalls = await openStore(store.url, { write: false });
  const reads = await openStore(store.url, { write: false, recallMib: 0 });
  const asks = [recalls, reads].map(({ reader }: Store) => askStore(reader));
  let written = 0;
  try {
    for (const step of steps) {
      if (step === "turn") await nextTurn();
      else if (step === "write" && written < updates.length)
        await store.writer.apply([updates[written++]!]);
      else if (step === "undo" && written > 1)
        await store.writer.undoAfter(updates[--written - 1]!.block.slot);
      else if (typeof step === "number")
        await assertSame(asks, bodies[(first + step) % bodies.length]!);
    }
  } finally {
    await recalls.close();
    await reads.close();
  }
}

async function assertSame(asks: readonly Ask[], body: string): Promise<void> {
  const [recalled, read] = await Promise.all(asks.map((ask) => ask(body)));
  assert.equal(recalled, read);
}
