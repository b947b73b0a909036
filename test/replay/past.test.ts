import { Random } from "../model/random.ts";
import { test } from "../store/eachEngine.ts";
import { assertSamePast } from "../store/samePast.ts";
import { recordedTrees, recordedUpdates } from "./chain.ts";

for (const name of [
  "batched_tree_token_transactions",
  "e2e_mint_and_transfer_transactions",
  "programs-400",
])
  test(`the recorded chain ${name} shows at any slot what an index of the blocks up to there shows`, async (withStore) => {
    const random = new Random(name.length);
    const updates = await recordedUpdates(name);
    const trees = [...(await recordedTrees())];
    const count = 1 + random.below(updates.length - 1);
    const there = updates.slice(0, count);
    await withStore((whole) =>
      withStore(async (prefix) => {
        for (const { writer } of [whole, prefix]) await writer.addTrees(trees);
        for (let at = 0; at < updates.length; at += 7)
          await whole.writer.apply(updates.slice(at, at + 7));
        await prefix.writer.apply(there);
        const { slot } = there.at(-1)!.block;
        await assertSamePast(whole.reader, prefix.reader, slot);
      }),
    );
  });
