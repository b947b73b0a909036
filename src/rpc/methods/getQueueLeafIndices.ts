import { SHORT_ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import { encodeBase58 } from "../../codecs/base58.ts";
import {
  findQueueLeafIndices,
  type QueuedLeaf,
} from "../../store/trees/queues/findQueueLeafIndices.ts";
import { RpcError } from "../errors.ts";
import { queuedLeaf } from "../items.ts";
import { between, commaJoined } from "../../render/text.ts";
import { defineMethod, valueOf } from "../method.ts";
import { integer } from "../field.ts";
import { about, address, optional, params } from "../params.ts";

const MAX_LEAVES = 30_000;
const LEAVES_PER_UNIT = 100;

export const getQueueLeafIndices = defineMethod({
  summary:
    "Spent accounts in the nullifier queue of a V2 state tree, with their leaf indexes.",
  params: params({
    tree: about(address, "a V2 state tree"),
    limit: about(
      integer(0, MAX_LEAVES),
      "the largest number of entries in the answer",
    ),
    startIndex: optional(
      about(
        integer(0, Number.MAX_SAFE_INTEGER),
        "the first queue index to show",
      ),
      0,
    ),
  }),
  cost: {
    units: ({ limit }) => 1 + limit / LEAVES_PER_UNIT,
    description: `1 unit, plus 1 for every ${LEAVES_PER_UNIT} entries of limit`,
  },
  bound: { ...SHORT_ITEMS, items: MAX_LEAVES },
  result: valueOf(
    Type.Array(queuedLeaf, { description: "in the order of the queue" }),
  ),
  run: async (read, { tree, ...part }) => {
    const { slot, shown: items } = await findQueueLeafIndices(
      read,
      tree,
      part,
      (leaves) => leaves.map(renderLeaf).join(","),
    );
    if (!items)
      throw new RpcError("invalidParams", "tree: is not a known V2 state tree");
    return { slot, value: between("[", commaJoined(items), "]") };
  },
});

function renderLeaf({ hash, queueIndex, leafIndex }: QueuedLeaf): string {
  return `{"hash":"${encodeBase58(hash)}","queueIndex":${queueIndex},"leafIndex":${leafIndex}}`;
}
