import { parseAddress } from "../../codecs/bytes.ts";
import { TreeType, type Tree } from "../../domain/tree.ts";

// The public trees of mainnet and devnet, built in so that the first blocks need no lookup.
// A V2 address tree is its own queue. prettier-ignore keeps one tree per line.
// prettier-ignore
const TABLE: readonly (readonly [tree: string, queue: string, type: TreeType])[] = [
  ["smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT", "nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148", TreeType.StateV1],
  ["smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho", "nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X", TreeType.StateV1],
  ["amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2", "aq1S9z4reTSQAdgWHGD2zDaS39sjGrAxbR31vxJ2F4F", TreeType.AddressV1],
  ["bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU", "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto", TreeType.StateV2],
  ["bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi", "oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg", TreeType.StateV2],
  ["bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb", "oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ", TreeType.StateV2],
  ["bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8", "oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq", TreeType.StateV2],
  ["bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2", "oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P", TreeType.StateV2],
  ["amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx", "amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx", TreeType.AddressV2],
];

export const builtInTrees: readonly Tree[] = TABLE.map(
  ([tree, queue, type]) => ({
    tree: parseAddress(tree),
    queue: parseAddress(queue),
    type,
  }),
);
