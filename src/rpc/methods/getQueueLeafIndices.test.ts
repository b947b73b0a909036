import assert from "node:assert/strict";
import { recordedUpdates } from "../../../test/replay/chain.ts";
import { test } from "../../../test/store/eachEngine.ts";
import { decodeU64 } from "../../codecs/bigEndian.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import type { Reader } from "../../store/reader.ts";
import { askStore } from "../../../test/model/lists.ts";

const TREE = "HLKs5NJ8FXkJg8BrzJt56adFYYuwg5etzDtBbQYTsixu";

interface Leaf {
  readonly hash: string;
  readonly queueIndex: number;
  readonly leafIndex: number;
}

/** What the accounts table says: every spent account of the tree, in the order of its nullifier queue. */
async function spentAccounts(reader: Reader): Promise<Leaf[]> {
  const rows = await reader.all(
    "select hash, nullifier_queue_index, leaf_index, tree from accounts where nullifier_queue_index is not null",
    [],
  );
  return rows
    .filter(([, , , tree]) => encodeBase58(tree as Uint8Array) === TREE)
    .map(([hash, queueIndex, leafIndex]) => ({
      hash: encodeBase58(hash as Uint8Array),
      queueIndex: Number(decodeU64(queueIndex as Uint8Array)),
      leafIndex: leafIndex as number,
    }))
    .sort((a, b) => a.queueIndex - b.queueIndex);
}

test("getQueueLeafIndices lists the accounts in a nullifier queue that no batch has emptied", async (withStore) => {
  const updates = await recordedUpdates("batched_tree_transactions");
  await withStore(async ({ writer, reader }) => {
    const ask = askStore(reader);
    const call = async (params: object) =>
      JSON.parse(
        await ask(
          JSON.stringify({
            ...{ jsonrpc: "2.0", id: "1", method: "getQueueLeafIndices" },
            params,
          }),
        ),
      ) as {
        result?: { context: { slot: number }; value: Leaf[] };
        error?: { code: number; message: string };
      };
    let most = 0;
    for (const update of updates) {
      await writer.apply([update]);
      const info = JSON.parse(
        await ask(
          '{"jsonrpc":"2.0","id":"1","method":"getQueueInfo","params":{}}',
        ),
      ) as {
        result: {
          queues: { tree: string; queueType: number; queueSize: number }[];
        };
      };
      const waiting =
        info.result.queues.find(
          ({ tree, queueType }) => tree === TREE && queueType === 3,
        )?.queueSize ?? 0;
      const spent = await spentAccounts(reader);
      const { result } = await call({ tree: TREE, limit: 30_000 });
      assert.deepEqual(result!.value, waiting ? spent.slice(-waiting) : []);
      assert.equal(result!.context.slot, update.block.slot);
      most = Math.max(most, waiting);
      if (waiting < 2) continue;
      const second = result!.value[1]!;
      const part = await call({
        tree: TREE,
        limit: 1,
        startIndex: second.queueIndex,
      });
      assert.deepEqual(part.result!.value, [second]);
    }
    assert.ok(most > 1, "the queue never held two accounts");
    for (const [params, message] of [
      [{ tree: TREE }, /^limit: /],
      [{ tree: TREE, limit: 30_001 }, /^limit: .*30000/],
      [{ tree: encodeBase58(new Uint8Array(32).fill(9)), limit: 1 }, /^tree: /],
    ] as const) {
      const { error } = await call(params);
      assert.equal(error!.code, -32602);
      assert.match(error!.message, message);
    }
  });
});
