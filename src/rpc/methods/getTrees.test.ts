import assert from "node:assert/strict";
import { encodeBase58 } from "../../codecs/base58.ts";
import { parseAddress } from "../../codecs/bytes.ts";
import { TreeType } from "../../domain/tree.ts";
import { TreeHistory } from "../../../test/model/treeHistory.ts";
import { askStore } from "../../../test/model/lists.ts";
import { recordedUpdates, recordedTrees } from "../../../test/replay/chain.ts";
import { test } from "../../../test/store/eachEngine.ts";
import type { Reader } from "../../store/reader.ts";

interface Item {
  readonly tree: string;
  readonly treeType: TreeType;
  readonly leaves: number;
  readonly queued: number;
  readonly nullifiers: number;
  readonly [field: string]: unknown;
}

interface Answer<Result> {
  readonly result: Result;
}

async function call<Result>(read: Reader, method: string, params: object) {
  const request = { jsonrpc: "2.0", id: "1", method, params };
  const text = await askStore(read)(JSON.stringify(request));
  return (JSON.parse(text) as Answer<Result>).result;
}

const getTrees = (read: Reader, params: object = {}) =>
  call<{ context: { slot: number }; value: { items: Item[] } }>(
    read,
    "getTrees",
    params,
  );

test("getTrees shows how full the trees and their queues are, block by block", async (withStore) => {
  const history = new TreeHistory({ seed: 5, blocks: 14 });
  await withStore(async ({ writer, reader }) => {
    await writer.addTrees(history.trees);
    for (const update of history.updates) {
      await writer.apply([update]);
      const { context, value } = await getTrees(reader);
      assert.equal(context.slot, update.block.slot);
      const types = value.items.map(({ treeType }) => treeType);
      assert.deepEqual(types, [1, 2, 3, 4]);
      await assertQueuesAgree(reader, value.items);
    }
    const { value } = await getTrees(reader, { showRoots: true });
    for (const item of value.items) {
      const { tree, treeType, leaves, rootSeq, root, usable } = item;
      const model = history.model(parseAddress(tree));
      assert.deepEqual([rootSeq, usable], [Number(model.seq), true]);
      assert.equal(root, encodeBase58(model.root()));
      const isState =
        treeType === TreeType.StateV1 || treeType === TreeType.StateV2;
      // A V2 state tree may have a nullifier beyond the last leaf that was appended.
      if (treeType !== TreeType.StateV2)
        assert.equal(
          leaves,
          isState ? model.leaves.size : model.elements.length,
        );
      assert.ok(leaves > 2, `${treeType}: ${leaves}`);
    }
  });
});

interface Queue {
  readonly tree: string;
  readonly queueType: number;
  readonly queueSize: number;
}

const NULLIFIERS = 3;

async function assertQueuesAgree(read: Reader, items: readonly Item[]) {
  const { queues } = await call<{ queues: Queue[] }>(read, "getQueueInfo", {});
  for (const { tree, queueType, queueSize } of queues) {
    const item = items.find((item) => item.tree === tree)!;
    const shown = queueType === NULLIFIERS ? item.nullifiers : item.queued;
    assert.equal(shown, queueSize);
  }
}

test("getTrees {} has exactly the documented fields, and the CPI contexts of public trees", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    await writer.addTrees([...(await recordedTrees())]);
    const { value } = await getTrees(reader);
    const public1 = value.items.find(({ tree }) => tree.startsWith("smt1"));
    assert.deepEqual(public1, {
      tree: "smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT",
      queue: "nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148",
      treeType: 1,
      height: 26,
      cpiContext: "cpi1uHzrEhBG733DoEJNgHCyRS3XmmyVNZx5fonubE4",
      leaves: 0,
      queued: 0,
      nullifiers: 0,
      rootSeq: 0,
      active: true,
    });
  });
});

test("an index that begins in the middle of the chain counts the entries it has seen", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    await writer.addTrees([...(await recordedTrees())]);
    await writer.apply(await recordedUpdates("block-443787702"));
    const { value } = await getTrees(reader);
    const queued = value.items.filter(({ queued }) => queued > 0);
    // As the reference counts them; their leaf indexes are above a million.
    assert.deepEqual(
      queued.map(({ tree, queued }) => [tree.slice(0, 4), queued]),
      [["bmt2", 5]],
    );
    await assertQueuesAgree(reader, value.items);
  });
});
