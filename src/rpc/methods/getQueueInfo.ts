import { SHORT_ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import { encodeBase58 } from "../../codecs/base58.ts";
import { findQueues } from "../../store/read/findQueues.ts";
import { PER_KEY, perKey } from "../cost.ts";
import { queue } from "../items.ts";
import { closed, slot } from "../schemas.ts";
import { defineMethod, textAtSlot } from "../method.ts";
import { about, address, list, MAX_PAGE, optional, params } from "../params.ts";

export const getQueueInfo = defineMethod({
  summary:
    "The number of entries in the queues of V2 trees: of the given trees, or of all known ones.",
  params: params({
    trees: optional(
      about(list(address, MAX_PAGE), "only these V2 trees; all by default"),
    ),
  }),
  cost: {
    units: ({ trees }) => perKey(trees?.length ?? 0),
    description: PER_KEY,
  },
  bound: SHORT_ITEMS,
  result: textAtSlot(
    closed({
      queues: Type.Array(queue, { description: "by tree and kind" }),
      slot,
    }),
  ),
  run: async (read, { trees }) => {
    const { slot, queues } = await findQueues(read, trees);
    const shown = queues.map(
      ({ tree, queue, type, size }) =>
        `{"tree":"${encodeBase58(tree)}","queue":"${encodeBase58(queue)}","queueType":${type},"queueSize":${size}}`,
    );
    const text = `{"queues":[${shown.join(",")}],"slot":${slot}}`;
    return { slot, text };
  },
});
