import type { Migration } from "../migrate.ts";

/** Balances change in nearly every block. */
export const roomForUpdates: Migration = {
  version: 11,
  name: "room for updates",
  statements: ({ keepRoom }) =>
    ["token_balances", "lamport_balances"].flatMap(keepRoom),
};
