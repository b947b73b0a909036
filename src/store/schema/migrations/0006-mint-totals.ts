import { fillCounts } from "../../write/fillCounts.ts";
import type { Migration } from "../migrate.ts";

/** Totals and names of mints, and counts of what the store holds. */
export const mintTotals: Migration = {
  version: 6,
  name: "mint totals",
  statements: ({ types: { bytes, integer, text }, clustered }) => [
    `create table mint_totals (
      mint ${bytes} not null primary key,
      supply ${bytes} not null,
      holders ${integer} not null,
      transactions ${integer},
      accounts_seen ${integer} not null
    ) ${clustered}`,
    "create index mint_totals_by_holders on mint_totals (holders, mint)",
    `create table mint_names (
      mint ${bytes} not null primary key,
      decimals ${integer},
      decimals_source ${text},
      name ${text},
      symbol ${text},
      uri ${text},
      name_source ${text},
      ask_at ${integer} not null
    ) ${clustered}`,
    "create index mint_names_by_ask_at on mint_names (ask_at, mint)",
    `create table counts (
      name ${text} not null primary key,
      value ${integer} not null
    ) ${clustered}`,
    `create table transaction_counts (
      width ${integer} not null,
      first_slot ${integer} not null,
      transactions ${integer} not null,
      primary key (width, first_slot)
    ) ${clustered}`,
  ],
  fill: fillCounts,
};
