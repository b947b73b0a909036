import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { ListChange, WatchedList } from "../../src/domain/listChange.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { LiveLists } from "../../src/live/liveLists.ts";
import { WATCHABLE } from "../../src/live/watchedLists.ts";
import { firstSlotOf } from "../../src/store/write/ranges.ts";
import type { Writer } from "../../src/store/writer.ts";
import { parseExact } from "../model/exactJson.ts";
import { type History, makeHistory } from "../model/history.ts";
import { askStore } from "../model/lists.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";
import { wholeList } from "./foldedList.ts";
import { Follower } from "./follower.ts";
import { listsAt } from "./listsAtSlot.ts";
import { waitFor } from "../waitFor.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 16, transactionsPerBlock: 6, keys: 4 };
const slotOf = ({ block }: StateUpdate) => block.slot;

/** A change of each list for each block: other keys are changed, too. */
function someLists(
  history: History,
  updates: readonly StateUpdate[],
  random: Random,
): WatchedList[] {
  const all = listsAt(history, updates, Infinity).filter(({ method }) =>
    WATCHABLE.includes(method),
  );
  const other = { method: "getCompressedAccountsByOwner" };
  const none = { owner: encodeBase58(new Uint8Array(32).fill(9)) };
  return [
    { ...other, params: none },
    ...Array.from({ length: 14 }, () => random.pick(all)),
  ];
}

const fail = (error: unknown): never => assert.fail(String(error));

/** Waits until all have followed up to the newest block. */
async function allAt(
  writer: Writer,
  followers: readonly Follower[],
): Promise<void> {
  const head = (await writer.head())!;
  for (const each of followers)
    await waitFor(
      `a list at slot ${head.slot}`,
      () => each.isAt(head),
      Boolean,
      { unless: each.failed },
    );
}

test("a followed list is the list at every context, through forks, replays, restarts and reconnects", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed + 17);
        const { history, updates } = makeHistory({ seed, ...shape });
        await writer.apply(updates.slice(0, 2));
        const ask = askStore(reader);
        let live = new LiveLists(reader, fail);
        const followers = someLists(history, updates, random).map(
          (list, i) => new Follower(list, ask, { isSlow: i % 3 === 0 }),
        );
        for (const each of followers) await each.connect(live);
        for (let next = 2, steps = 0; steps < 10; steps++) {
          const isRestart = random.chance(0.2);
          const away = followers.filter(() => isRestart || random.chance(0.2));
          for (const each of away) await each.disconnect();
          if (isRestart) live = new LiveLists(reader, fail);
          for (let i = random.below(3); i >= 0; i--) {
            if (random.chance(0.4) && next > 1) {
              next -= 1 + random.below(Math.min(next - 1, 4));
              await writer.undoAfter(slotOf(updates[next - 1]!));
            } else {
              const size = 1 + random.below(3);
              await writer.apply(updates.slice(next, next + size));
              next = Math.min(next + size, updates.length);
            }
          }
          for (const each of away) await each.connect(live);
          await allAt(writer, followers);
        }
        for (const each of followers) await each.disconnect();
        assert.equal(live.subscriptions, 0);
        assert.ok(followers.some(({ count }) => count > 3));
      }),
    ),
    { numRuns: 6, endOnFailure: true },
  );
});

test("a followed list stays right while older blocks are filled in; a subscriber that reconnects has to read it again", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 4, max: 9 }), (seed, split) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed + 19);
        const { history, updates } = makeHistory({ seed, ...shape });
        await writer.apply(updates.slice(split, split + 1));
        const ask = askStore(reader);
        const live = new LiveLists(reader, fail);
        const followers = someLists(history, updates, random).map(
          (list) => new Follower(list, ask, { comparesAll: false }),
        );
        for (const each of followers) await each.connect(live);
        for (let next = split + 1, last = split; next < updates.length;) {
          if (random.chance(0.5) && last > 0) {
            const first = random.below(last);
            await fillIn(writer, updates, first, last);
            last = first;
            while (await writer.makeRunningBalances());
            await allAt(writer, followers);
            const [left] = followers;
            await left!.disconnect();
            await assert.rejects(left!.connect(live), { code: -32011 });
            left!.forget();
            await left!.connect(live);
          } else await writer.apply(updates.slice(next, ++next));
          await allAt(writer, followers);
        }
        for (const each of followers) await each.disconnect();
      }),
    ),
    { numRuns: 4, endOnFailure: true, examples: [[1260839897, 9]] },
  );
});

test("what a block adds to a token history comes in the order of the list", async (withStore) => {
  const { history, updates } = makeHistory({ seed: 3, ...shape });
  await withStore(async ({ writer, reader }) => {
    await writer.apply(updates.slice(0, 2));
    const ask = askStore(reader);
    const live = new LiveLists(reader, fail);
    const histories = listsAt(history, updates, Infinity)
      .filter(({ method }) => method === "getCompressedTokenHistory")
      .slice(0, 8);
    const { signal } = new AbortController();
    const followed = histories.map((list) => live.follow(list, null, signal));
    for (const each of followed) await each.next();
    await writer.apply(updates.slice(2));
    let several = 0;
    for (const [i, list] of histories.entries()) {
      const next = await followed[i]!.next();
      const change = next.value as ListChange;
      const added = change.added.map(parseExact);
      const walked = (await wholeList(ask, list, change.context))!;
      assert.deepEqual(added, walked.slice(0, added.length));
      if (added.length > 4) several++;
      await followed[i]!.return(undefined);
    }
    assert.ok(several > 2);
  });
});

/** Fills in these blocks, up to the one before `last`. */
function fillIn(
  writer: Writer,
  updates: readonly StateUpdate[],
  first: number,
  last: number,
): Promise<void> {
  const from = firstSlotOf(updates[first]!.block);
  const to = firstSlotOf(updates[last]!.block) - 1;
  return writer.backfill(updates.slice(first, last), { first: from, last: to });
}
