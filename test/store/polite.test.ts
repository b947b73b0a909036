import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";
import { withStorePath } from "./withStore.ts";

const { updates } = makeHistory({
  seed: 5,
  blocks: 32,
  transactionsPerBlock: 400,
});

/** How often somebody else had their turn while a large batch was written. */
function turnsWhileWriting(): Promise<number> {
  return withStorePath(async (url) => {
    const store = await openStore(url, { write: true, polite: true });
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

test("a thread that also answers requests does so all the time while it writes a large batch", async () => {
  // Pauses only between the portions of each table would be some twenty.
  const turns = await turnsWhileWriting();
  assert.ok(turns > 40, `${turns} turns`);
});
