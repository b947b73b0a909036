import type { Migration } from "../migrate.ts";

/** Which slots are indexed, so that what came before an index's first block can be filled in later. */
export const ranges: Migration = {
  version: 3,
  name: "ranges",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table ranges (
      first_slot ${integer} not null primary key,
      last_slot ${integer} not null,
      parent_blockhash ${text}
    )`,
    `insert into ranges select min(slot), max(slot), null from blocks having count(*) > 0`,
    `create table backfilled_trees (
      tree ${bytes} not null primary key,
      queue ${bytes} not null,
      type ${integer} not null,
      leaves ${integer} not null,
      leaves_appended ${integer} not null,
      nullifiers ${integer} not null,
      nullifiers_emptied ${integer} not null,
      addresses ${integer} not null,
      addresses_appended ${integer} not null
    ) ${clustered}`,
  ],
};
