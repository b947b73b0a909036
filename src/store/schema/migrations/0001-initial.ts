import type { Migration } from "../migrate.ts";

/** Lists first. Each serves one method and is clustered so that a page is one range of its primary key. */
export const initial: Migration = {
  version: 1,
  name: "initial",
  statements: ({ types: { bytes, integer, text }, clustered, keepPlain }) => {
    const list = (name: string, extra = "") =>
      `create table ${name} (
        key ${bytes} not null,
        position ${bytes} not null,${extra}
        item ${text} not null,
        primary key (key, position)
      ) ${clustered}`;
    const trees = (name: string) =>
      `create table ${name} (
        tree ${bytes} not null primary key,
        queue ${bytes} not null,
        type ${integer} not null,
        leaves ${integer} not null,
        leaves_appended ${integer} not null,
        nullifiers ${integer} not null,
        nullifiers_emptied ${integer} not null,
        addresses ${integer} not null,
        addresses_appended ${integer} not null
      ) ${clustered}`;
    return [
      list("tokens_by_owner"),
      list("tokens_by_delegate"),
      list("accounts_by_owner", `\n        data ${bytes},`),
      list("signatures_by_owner"),
      list("signatures_by_token_owner"),
      list("signatures_by_address"),
      list("holders"),
      list("compressed_mints"),
      list("accounts_by_window", `\n        data ${bytes},`),
      `create table transactions (
        position ${bytes} not null primary key,
        item ${text} not null
      ) ${clustered}`,
      `create table other_transactions (
        position ${bytes} not null primary key,
        item ${text} not null
      ) ${clustered}`,
      `create table accounts (
        hash ${bytes} not null primary key,
        address ${bytes},
        owner ${bytes} not null,
        lamports ${bytes} not null,
        discriminator ${bytes},
        data ${bytes},
        data_hash ${bytes},
        tree ${bytes} not null,
        leaf_index ${integer} not null,
        seq ${bytes},
        slot_created ${integer} not null,
        created_by ${bytes} not null,
        spent_slot ${integer},
        spent_by ${bytes},
        nullifier_queue_index ${bytes},
        transaction_hash ${bytes}
      ) ${clustered}`,
      // Requests name an address to find its one unspent account; a busy address has thousands of spent ones.
      `create index unspent_accounts_by_address on accounts (address) where address is not null and spent_slot is null`,
      `create table token_balances (
        owner ${bytes} not null,
        mint ${bytes} not null,
        amount ${bytes} not null,
        accounts_seen ${integer} not null,
        primary key (owner, mint)
      ) ${clustered}`,
      `create table lamport_balances (
        owner ${bytes} not null primary key,
        amount ${bytes} not null,
        accounts_seen ${integer} not null
      ) ${clustered}`,
      `create table address_programs (
        program ${bytes} not null primary key,
        accounts_seen ${integer} not null
      ) ${clustered}`,
      `create table pending_spends (
        hash ${bytes} not null primary key,
        slot ${integer} not null,
        signature ${bytes} not null,
        item ${text} not null,
        nullifier_queue_index ${bytes},
        transaction_hash ${bytes}
      ) ${clustered}`,
      trees("trees"),
      trees("backfilled_trees"),
      `create table blocks (
        slot ${integer} not null primary key,
        parent_slot ${integer} not null,
        blockhash ${text} not null,
        block_time ${integer},
        block_height ${integer}
      )`,
      `create table ranges (
        first_slot ${integer} not null primary key,
        last_slot ${integer} not null,
        parent_blockhash ${text}
      )`,
      `create table undo (
        slot ${integer} not null primary key,
        entry ${text} not null
      )`,
      ...keepPlain("undo", "entry"), // gone again after 512 slots
      `create table filter_indexes (
        id ${integer} not null primary key,
        owner ${bytes} not null,
        start ${integer} not null,
        length ${integer} not null,
        state ${integer} not null,
        built_to ${bytes} not null
      )`,
      `create table quarantine (
        slot ${integer} not null,
        transaction_index ${integer} not null,
        signature ${bytes},
        reason ${text} not null,
        bytes ${bytes} not null,
        primary key (slot, transaction_index)
      ) ${clustered}`,
      `create table facts (
        name ${text} not null primary key,
        value ${text} not null
      ) ${clustered}`,
    ];
  },
};
