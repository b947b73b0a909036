import type { Migration } from "../migrate.ts";

/**
 * Changes of balances, in the order of the chain. The owner's list and the mint's list are indexes that repeat the key
 * alone: a copy of the item for each would take more than twice the space and the writing.
 */
export const tokenHistory: Migration = {
  version: 4,
  name: "token history",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table token_changes (
      owner ${bytes} not null,
      mint ${bytes} not null,
      position ${bytes} not null,
      change ${text} not null,
      balance ${text},
      item ${text} not null,
      primary key (owner, mint, position)
    ) ${clustered}`,
    "create index token_changes_by_owner on token_changes (owner, position, mint)",
    "create index token_changes_by_mint on token_changes (mint, position, owner)",
    `create table lamport_changes (
      owner ${bytes} not null,
      position ${bytes} not null,
      change ${text} not null,
      balance ${text},
      primary key (owner, position)
    ) ${clustered}`,
    `alter table pending_spends add column place ${integer}`,
    `alter table token_balances add column since ${integer}`,
  ],
};
