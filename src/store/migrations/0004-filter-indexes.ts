import type { Migration } from "../migrate.ts";

/** Windows of account data that operators chose to index, and the accounts filed under what their window holds. */
export const filterIndexes: Migration = {
  version: 4,
  name: "filter-indexes",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table filter_indexes (
      id ${integer} not null primary key,
      owner ${bytes} not null,
      start ${integer} not null,
      length ${integer} not null,
      state ${integer} not null,
      built_to ${bytes} not null
    )`,
    `create table accounts_by_window (
      key ${bytes} not null,
      position ${bytes} not null,
      data ${bytes},
      item ${text} not null,
      primary key (key, position)
    ) ${clustered}`,
  ],
};
