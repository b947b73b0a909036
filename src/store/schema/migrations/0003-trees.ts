import type { Migration } from "../migrate.ts";

/** Merkle trees: what the chain says about them, and their nodes. */
export const merkleTrees: Migration = {
  version: 3,
  name: "trees",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table tree_states (
      tree ${bytes} not null primary key,
      root_capacity ${integer},
      seqs ${text} not null,
      root ${bytes},
      leaves_hashed ${integer} not null,
      nullifiers_hashed ${integer} not null,
      elements_hashed ${integer} not null,
      stale ${integer} not null,
      fault ${text},
      checked_slot ${integer},
      checked_seq ${text},
      verdict ${text}
    ) ${clustered}`,
    `create table tree_pages (
      tree ${bytes} not null,
      page ${integer} not null,
      content ${bytes} not null,
      primary key (tree, page)
    ) ${clustered}`,
    `create table stale_pages (
      tree ${bytes} not null,
      page ${integer} not null,
      primary key (tree, page)
    ) ${clustered}`,
    `create table queued_nullifiers (
      tree ${bytes} not null,
      queue_index ${bytes} not null,
      hash ${bytes} not null,
      primary key (tree, queue_index)
    ) ${clustered}`,
    `create table address_elements (
      tree ${bytes} not null,
      value ${bytes} not null,
      leaf_index ${integer} not null,
      primary key (tree, value)
    ) ${clustered}`,
    "create index address_elements_by_leaf on address_elements (tree, leaf_index)",
    `create table batch_roots (
      tree ${bytes} not null,
      seq ${bytes} not null,
      root ${bytes} not null,
      primary key (tree, seq)
    ) ${clustered}`,
    // What happened to leaves before this version was not kept, so no tree of such a store can be proven.
    `insert into facts (name, value)
      select 'trees_missing_to', cast(max(slot) as ${text}) from blocks having max(slot) is not null`,
  ],
};
