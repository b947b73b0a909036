import { Type } from "typebox";
import { closed, slot, u64, key } from "../schemas.ts";
import { index, indexes, keys } from "./proofItems.ts";

const nodes = Type.Array(
  closed({
    index: u64("the node's level × 2^56 + its index in the level"),
    hash: key("the node"),
  }),
  {
    description:
      "the nodes on and beside the paths of these leaves to the root, by index",
  },
);
const initialRoot = key("the tree's root");
const rootSeq = u64("the tree's sequence number");
const chains = keys(
  "the Poseidon hash chain of each complete batch, as the circuits need it",
);
const leafColumns = {
  leafIndices: indexes("leaf indexes in the tree"),
  accountHashes: keys("hashes of the accounts"),
  leaves: keys("the present leaves at these indexes"),
};

const outputQueue = closed(
  {
    ...leafColumns,
    firstQueueIndex: index("the first of these indexes"),
    nextIndex: index("the index at which the next batch begins"),
    leavesHashChains: chains,
  },
  "new accounts to be appended to the tree",
);
const inputQueue = closed(
  {
    ...leafColumns,
    txHashes: keys("hashes of the transactions that spent the accounts"),
    nullifiers: keys(
      "the values that replace the accounts' hashes in the tree",
    ),
    firstQueueIndex: index("the queue index of the first"),
    leavesHashChains: chains,
  },
  "spent accounts to be nullified in the tree",
);
const stateQueue = closed(
  {
    nodes: Type.Optional(nodes),
    initialRoot,
    rootSeq,
    outputQueue: Type.Optional(outputQueue),
    inputQueue: Type.Optional(inputQueue),
  },
  "the queues of a state tree; absent when they are empty",
);
const addressQueue = closed(
  {
    addresses: keys("new addresses, in the order of the queue"),
    queueIndices: indexes("their queue indexes"),
    nodes,
    lowElementIndices: indexes(
      "the leaf index of the next lower address of each",
    ),
    lowElementValues: keys("the next lower addresses"),
    lowElementNextIndices: indexes(
      "the leaf indexes of the next higher addresses",
    ),
    lowElementNextValues: keys("the next higher addresses"),
    leavesHashChains: chains,
    initialRoot,
    startIndex: index("the leaf index of the next new address"),
    subtrees: keys("the last node of each level that is a left child"),
    rootSeq,
  },
  "the queue of an address tree",
);

export const queueElements = closed({
  context: closed({ slot }),
  stateQueue: Type.Optional(stateQueue),
  addressQueue: Type.Optional(addressQueue),
});
