import { Type } from "typebox";
import { closed, count, key, orNull, u64 } from "../schemas.ts";
import { treeType } from "./proofItems.ts";

export const listedTree = closed({
  tree: key("the tree"),
  queue: key("the tree's queue; for V2 address trees, the tree itself"),
  treeType,
  height: Type.Enum([26, 32, 40], {
    description: "levels above the leaves; the length of a proof",
  }),
  cpiContext: orNull(
    key("the CPI context account of a public state tree; null if unknown"),
  ),
  leaves: count(
    "leaves in the tree, with the initial elements of an address tree",
  ),
  queued: count(
    "accounts or addresses that wait to be added to a V2 tree; 0 for V1",
  ),
  nullifiers: count(
    "spent accounts that wait to be nullified in a V2 state tree; 0 for others",
  ),
  rootSeq: u64("the tree's sequence number"),
  active: Type.Boolean({
    description:
      "new leaves go into this tree: it has room, and no other tree has taken its place",
  }),
  root: Type.Optional(key("the tree's root; with showRoots")),
  usable: Type.Optional(
    Type.Boolean({
      description: "the tree is complete and gives proofs; with showRoots",
    }),
  ),
  reason: Type.Optional(
    orNull(
      Type.String({ description: "why it gives no proofs; with showRoots" }),
    ),
  ),
  checkedSlot: Type.Optional(
    orNull(
      count(
        "the slot in which the root was last compared with the tree's account; with showRoots",
      ),
    ),
  ),
});
