// Lists are followed on a server that only reads, through a primary with a standby or through the standby alone.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { LiveLists } from "../../src/live/liveLists.ts";
import { openStore } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";
import { askStore } from "../model/lists.ts";
import { Follower } from "../store/follower.ts";
import { listsAt } from "../store/listsAtSlot.ts";
import { waitFor } from "../waitFor.ts";
import { applySlowly, migratePair } from "./replicated.ts";
import { startPair } from "./server.ts";

const { primary, standby, remove } = await startPair([
  "-c",
  "wal_keep_size=256MB",
]);
after(remove);

const { history, updates } = makeHistory({
  ...{ seed: 21, blocks: 30, transactionsPerBlock: 6, keys: 4 },
});
const slotOf = (index: number) => updates[index]!.block.slot;

/** Every tenth list. */
const lists = listsAt(history, updates, Infinity)
  .filter(({ method }) => /^get(Latest|Compression|CompressedT)/.test(method))
  .filter(({ method }) => method !== "getCompressedTokenBalancesByOwner")
  .filter((_, i) => i % 10 === 0);

async function database(name: string) {
  await migratePair(name, primary, standby);
  const store = await openStore(primary.url(name), { write: true });
  return { writer: store.writer!, store };
}

for (const [name, title, urls] of [
  ["both", "forks and a stop of the standby", () => [primary, standby]],
  ["standby", "forks, on the standby alone", () => [standby]],
] as const)
  test(`followed lists are the lists at every context, through ${title}`, async () => {
    const { writer, store } = await database(`live_${name}`);
    const [first, ...others] = urls().map((each) => each.url(`live_${name}`));
    const read = await openStore(first!, { write: false, readUrls: others });
    const errors: unknown[] = [];
    const live = new LiveLists(read.reader, (error) => errors.push(error));
    try {
      await writer.apply(updates.slice(0, 5));
      await waitFor("the first blocks", async () => {
        await read.reader.slots.refresh();
        return read.reader.slots.known() === slotOf(4);
      });
      const ask = askStore(read.reader);
      const followers = lists.map((list) => new Follower(list, ask));
      for (const each of followers) await each.connect(live);
      const reach = async (index: number) => {
        const { slot, blockhash } = updates[index]!.block;
        for (const each of followers)
          await waitFor(
            `a list at slot ${slot}`,
            () => each.isAt({ slot, blockhash }),
            Boolean,
            { unless: each.failed },
          );
      };
      await applySlowly(store, updates.slice(5, 15));
      await reach(14);
      await writer.undoAfter(slotOf(9));
      await reach(9);
      if (others.length > 0) await standby.stop();
      await applySlowly(store, updates.slice(10, 20));
      await reach(19);
      if (others.length > 0) await standby.start();
      await applySlowly(store, updates.slice(20));
      await reach(29);
      for (const each of followers) await each.disconnect();
      assert.ok(followers.length > 5);
      assert.ok(followers.some(({ count }) => count > 3));
      assert.deepEqual(errors, []);
    } finally {
      await read.close();
      await store.close();
    }
  });
