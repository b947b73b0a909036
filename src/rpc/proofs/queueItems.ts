import { Type } from "typebox";
import { closed, slot, u64 } from "../items.ts";
import { index, indexes, key, keys } from "./proofItems.ts";

const nodes = Type.Array(
  closed({
    index: u64("the node's level × 2^56 + its place in the level"),
    hash: key("the node"),
  }),
  {
    description:
      "nodes of the tree around these leaves, up to the root, by index",
  },
);
const initialRoot = key("the tree's root");
const rootSeq = u64("the tree's sequence number");
const chains = keys(
  "for each whole batch, its hashes chained by Poseidon, as circuits take them",
);
const leafColumns = {
  leafIndices: indexes("places in the tree"),
  accountHashes: keys("hashes of the accounts"),
  leaves: keys("what the tree holds at these places now"),
};

const outputQueue = closed(
  {
    ...leafColumns,
    firstQueueIndex: index("the first of these places"),
    nextIndex: index("the place that the next batch begins with"),
    leavesHashChains: chains,
  },
  "new accounts that wait to be appended to the tree",
);
const inputQueue = closed(
  {
    ...leafColumns,
    txHashes: keys("hashes of the transactions that spent the accounts"),
    nullifiers: keys("what takes the accounts' place in the tree"),
    firstQueueIndex: index("the place in the queue of the first"),
    leavesHashChains: chains,
  },
  "spent accounts that wait to be nullified in the tree",
);
const stateQueue = closed(
  {
    nodes: Type.Optional(nodes),
    initialRoot,
    rootSeq,
    outputQueue: Type.Optional(outputQueue),
    inputQueue: Type.Optional(inputQueue),
  },
  "of a state tree; left out when nothing waits",
);
const addressQueue = closed(
  {
    addresses: keys("new addresses, in the order they came"),
    queueIndices: indexes("their places in the queue"),
    nodes,
    lowElementIndices: indexes(
      "of each, the leaf of the nearest address below",
    ),
    lowElementValues: keys("the nearest addresses below"),
    lowElementNextIndices: indexes("the leaves of those that follow them"),
    lowElementNextValues: keys("those that follow them"),
    leavesHashChains: chains,
    initialRoot,
    startIndex: index("the leaf that the next address gets"),
    subtrees: keys("for each level, the last node that is a left child"),
    rootSeq,
  },
  "of an address tree",
);

export const queueElements = closed({
  context: closed({ slot }),
  stateQueue: Type.Optional(stateQueue),
  addressQueue: Type.Optional(addressQueue),
});
