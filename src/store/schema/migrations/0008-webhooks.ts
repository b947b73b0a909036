import type { Migration } from "../migrate.ts";

/** Receivers of changes of lists, with the last block that was delivered to each. */
export const webhooks: Migration = {
  version: 8,
  name: "webhooks",
  statements: ({ types: { integer, text } }) => [
    `create table webhooks (
      id ${text} not null primary key,
      url ${text} not null,
      method ${text} not null,
      params ${text} not null,
      secret ${text} not null,
      allow_private ${integer} not null,
      slot ${integer},
      blockhash ${text},
      failures ${integer} not null,
      failing_since ${integer},
      trouble ${text},
      is_off ${integer} not null
    )`,
  ],
};
