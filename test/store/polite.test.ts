import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";
import { withStorePath } from "./withStore.ts";

const { updates } = makeHistory({
  seed: 5,
  blocks: 16,
  transactionsPerBlock: 400,
});

/** How often somebody else had their turn while a large batch was written. */
function turnsWhileWriting(polite: boolean): Promise<number> {
  return withStorePath(async (url) => {
    const store = await openStore(url, { write: true, polite });
    let turns = 0;
    let writing = true;
    const turn = (): void => {
      turns += 1;
      if (writing) setImmediate(turn);
    };
    setImmediate(turn);
    await store.writer!.apply(updates);
    writing = false;
    await store.close();
    return turns;
  });
}

test("a thread that also answers requests does so while it writes a large batch", async () => {
  const alone = await turnsWhileWriting(false);
  const polite = await turnsWhileWriting(true);
  assert.ok(polite > alone + 3, `${polite} turns, ${alone} without manners`);
});
