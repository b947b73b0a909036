import type { Migration } from "../migrate.ts";

/** Which rows the last transactions wrote, for readers that keep pages in memory; where asking takes time nobody does. */
export const touched: Migration = {
  version: 2,
  name: "touched",
  statements: ({ atOnce, types: { bytes, integer } }) =>
    atOnce
      ? [
          `create table if not exists touched (
            number ${integer} primary key,
            rows ${bytes}
          )`,
        ]
      : [],
};
