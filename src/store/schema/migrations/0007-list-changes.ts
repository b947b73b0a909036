import type { Migration } from "../migrate.ts";

/** What each transaction changed in the lists. It replaces the log for page caches, which only SQLite had. */
export const listChanges: Migration = {
  version: 7,
  name: "list changes",
  statements: ({ types: { bytes, integer, text }, keepPlain }) => [
    `create table list_changes (
      number ${integer} not null primary key,
      kind ${integer} not null,
      slot ${integer} not null,
      blockhash ${text},
      top ${integer} not null,
      floor_slot ${integer} not null,
      total ${integer} not null,
      written_ms ${integer} not null,
      lists ${bytes} not null,
      rows ${bytes},
      texts ${text}
    )`,
    "create index list_changes_by_slot on list_changes (slot)",
    ...keepPlain("list_changes", "rows"),
    ...keepPlain("list_changes", "lists"),
    "drop table if exists touched",
  ],
};
