import { SHORT_ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import { encodeBase58 } from "../../codecs/base58.ts";
import { cpiContextOf } from "../../domain/cpiContexts.ts";
import { type ListedTree, listTrees } from "../../store/trees/listTrees.ts";
import { boolean } from "../field.ts";
import { closed } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, optional, params } from "../params.ts";
import { listedTree } from "../proofs/treeItem.ts";

export const getTrees = defineMethod({
  summary:
    "All known Merkle trees: their kinds, how full they are and what waits in their queues.",
  params: params({
    showRoots: optional(
      about(boolean, "also show each tree's root and how it was checked"),
      false,
    ),
  }),
  bound: SHORT_ITEMS,
  result: valueOf(
    closed({
      items: Type.Array(listedTree, { description: "by kind and key" }),
    }),
  ),
  run: async (read, { showRoots }) => {
    const { slot, trees } = await listTrees(read);
    const items = trees.map((tree) => renderTree(tree, showRoots));
    return { slot, value: `{"items":[${items.join(",")}]}` };
  },
});

function renderTree(listed: ListedTree, showRoots: boolean): string {
  const { tree, queue, type, height, leafCount, queued } = listed;
  const { rootSeq, rolledOverSlot } = listed;
  const waiting = queued.outputs + queued.addresses;
  const key = encodeBase58(tree);
  const fields = [
    `"tree":"${key}"`,
    `"queue":"${encodeBase58(queue)}"`,
    `"treeType":${type}`,
    `"height":${height}`,
    `"cpiContext":${JSON.stringify(cpiContextOf(key))}`,
    `"leaves":${leafCount}`,
    `"queued":${waiting}`,
    `"nullifiers":${queued.nullifiers}`,
    `"rootSeq":${rootSeq}`,
    `"active":${rolledOverSlot === null && leafCount + waiting < 2 ** height}`,
    ...(showRoots ? rootFields(listed) : []),
  ];
  return `{${fields.join(",")}}`;
}

function rootFields({ root, status, verdict }: ListedTree): string[] {
  const reason = status.usable ? null : `${status.reason}: ${status.detail}`;
  return [
    `"root":"${encodeBase58(root)}"`,
    `"usable":${status.usable}`,
    `"reason":${JSON.stringify(reason)}`,
    `"checkedSlot":${verdict ? verdict.slot : null}`,
  ];
}
