// A recorded chain brought to updates, with the trees recorded beside it.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { openFileAccounts } from "../../src/ingest/source/file/fileAccounts.ts";
import { openFileSource } from "../../src/ingest/source/file/source.ts";
import { decodeBlock } from "../../src/ingest/decode/decodeBlock.ts";
import { resolveBlock } from "../../src/ingest/decode/resolveBlock.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { parseTreeAccount } from "../../src/codecs/accounts/treeAccount.ts";
import { ACCOUNT_COMPRESSION } from "../../src/codecs/programs.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Address } from "../../src/domain/values.ts";

const fixture = (path: string) =>
  new URL(`../../fixtures/${path}`, import.meta.url).pathname;

const never = new AbortController().signal;

export const chainPath = (name: string) => fixture(`chains/${name}.jsonl.gz`);
export const accountsPath = fixture("chains/accounts.jsonl.gz");

/** The trees that the recorded chains use, as their nodes would tell. */
export async function recordedTrees(): Promise<TreeBook> {
  const accounts = await openFileAccounts(accountsPath);
  const listed = await accounts.listAccounts(ACCOUNT_COMPRESSION, never);
  const book = new TreeBook();
  for (const { pubkey, account } of listed) {
    const found = parseTreeAccount(pubkey, account);
    if (found.kind === "tree") book.add(found.tree);
  }
  return book;
}

export async function recordedUpdates(name: string): Promise<StateUpdate[]> {
  const book = await recordedTrees();
  const source = await openFileSource(chainPath(name));
  const updates: StateUpdate[] = [];
  for await (const block of source.blocks(-1, never)) {
    updates.push(resolveBlock(decodeBlock(block), book, { verify: false }));
  }
  return updates;
}

/** Lines of a gzipped recording, as text. */
export function recordedLines(path: string): string[] {
  return gunzipSync(readFileSync(fixture(path)))
    .toString()
    .trim()
    .split("\n");
}

/** How many roots the accounts of trees remember, as `accounts` or `accounts-small-rings` have them. */
export async function recordedRootCapacities(
  file: string,
): Promise<{ tree: Address; capacity: number }[]> {
  const accounts = await openFileAccounts(fixture(`chains/${file}.jsonl.gz`));
  const listed = await accounts.listAccounts(ACCOUNT_COMPRESSION, never);
  return listed.flatMap(({ pubkey, account }) => {
    const found = parseTreeAccount(pubkey, account);
    if (found.kind !== "tree") return [];
    const isV1 = found.tree.type < 3;
    const data = Buffer.from(account.data);
    const capacity = isV1
      ? Number(data.readBigUInt64LE(336))
      : data.readUInt32LE(252);
    return [{ tree: found.tree.tree, capacity }];
  });
}

/** Proofs are recorded apart from the other answers, and compared in proofs.test.ts. */
export function isProofMethod(method: string): boolean {
  return /Proof|^getQueueElements$/.test(method);
}
