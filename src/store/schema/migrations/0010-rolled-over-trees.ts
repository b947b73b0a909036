import type { Migration } from "../migrate.ts";

/** The slot in which another tree took the place of a tree. */
export const rolledOverTrees: Migration = {
  version: 10,
  name: "rolled over trees",
  statements: ({ types: { integer } }) => [
    `alter table tree_states add column rolled_over_slot ${integer}`,
  ],
};
