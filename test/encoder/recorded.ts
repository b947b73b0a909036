import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseAddress } from "../../src/codecs/bytes.ts";
import {
  parseTreeAccount,
  type AccountContent,
} from "../../src/codecs/accounts/treeAccount.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import type { Address } from "../../src/domain/values.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");

export const chainNames = [
  "batched_address_transactions",
  "batched_tree_token_transactions",
  "batched_tree_transactions",
  "block-254170887",
  "block-443787702",
  "e2e_mint_and_transfer_transactions",
  "four_cpi_events",
  "index_transaction",
  "lamport_transfers",
  "nullifier_and_address_queue",
  "programs-400",
] as const;
export type ChainName = (typeof chainNames)[number];

export interface RecordedBlock {
  readonly slot: number;
  readonly block: { readonly transactions: readonly unknown[] };
}

export function readChain(name: ChainName): RecordedBlock[] {
  return readLines(`chains/${name}`) as RecordedBlock[];
}

/** Recorded responses of the reference indexer about a chain. */
export interface RecordedAnswer {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result: { readonly value: { readonly items: readonly unknown[] } };
}

export function readAnswers(name: ChainName): RecordedAnswer[] {
  return readLines(`answers/${name}`) as RecordedAnswer[];
}

export interface RecordedAccount {
  readonly pubkey: Address;
  readonly account: AccountContent;
}

/** On-chain accounts in the recorded chains: trees, queues, and a few others. */
export function readAccounts(): RecordedAccount[] {
  const lines = readLines("chains/accounts") as {
    pubkey: string;
    account: { owner: string; data: [string, string] };
  }[];
  return lines.map(({ pubkey, account }) => ({
    pubkey: parseAddress(pubkey),
    account: {
      owner: parseAddress(account.owner),
      data: Buffer.from(account.data[0], "base64"),
    },
  }));
}

/** The built-in trees and those that only recorded chains use. */
export function recordedTreeBook(): TreeBook {
  const book = new TreeBook(builtInTrees);
  for (const { pubkey, account } of readAccounts()) {
    const parsed = parseTreeAccount(pubkey, account);
    if (parsed.kind === "tree") book.add(parsed.tree);
  }
  return book;
}

function readLines(path: string): unknown[] {
  const packed = readFileSync(join(FIXTURES, `${path}.jsonl.gz`));
  const lines = gunzipSync(packed).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as unknown);
}
