import type { Migration } from "../migrate.ts";

/** What lists held at earlier slots. */
export const pastRows: Migration = {
  version: 5,
  name: "past rows",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table past_rows (
      node ${integer} not null,
      list ${bytes} not null,
      position ${bytes} not null,
      since ${integer} not null,
      until ${integer} not null,
      primary key (node, list, position, since)
    ) ${clustered}`,
    `alter table holders add column since ${integer} not null default 0`,
    // Rows that lists lost before this version were not kept. Those of accounts are rebuilt later; those of balances cannot be.
    ...["history_from", "balances_from"].map(
      (fact) =>
        `insert into facts (name, value)
          select '${fact}', cast(max(slot) as ${text}) from blocks having max(slot) is not null`,
    ),
  ],
};
