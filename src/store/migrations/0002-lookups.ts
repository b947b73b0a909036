import type { Migration } from "../migrate.ts";

/** What finding single accounts and the newest transactions of any kind needs. */
export const lookups: Migration = {
  version: 2,
  name: "lookups",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table other_transactions (
      position ${bytes} not null primary key,
      item ${text} not null
    ) ${clustered}`,
    // An address is asked for its one unspent account, and a busy one has thousands that are spent.
    `drop index accounts_by_address`,
    `create index unspent_accounts_by_address on accounts (address) where address is not null and spent_slot is null`,
    `create table address_programs (
      program ${bytes} not null primary key,
      accounts_seen ${integer} not null
    ) ${clustered}`,
    `insert into address_programs select owner, count(*) from accounts where address is not null group by owner`,
    `create table compressed_mints (
      key ${bytes} not null,
      position ${bytes} not null,
      item ${text} not null,
      primary key (key, position)
    ) ${clustered}`,
  ],
};
