import type { Migration } from "../migrate.ts";

/** Which rows the last transactions wrote, for SQLite readers that cache pages. The table keeps its first name, `touched`. */
export const invalidationLog: Migration = {
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
