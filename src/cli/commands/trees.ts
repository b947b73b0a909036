import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeBase58 } from "../../codecs/base58.ts";
import { parseAddress } from "../../codecs/bytes.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Address } from "../../domain/values.ts";
import { stopSignal } from "../../service/stopSignal.ts";
import { readFlags } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import type { Connection } from "../../store/connection.ts";
import { openForUpkeep, openStore } from "../../store/open.ts";
import { type ListedTree, listTrees } from "../../store/trees/listTrees.ts";
import { forgetNodes, refreshTrees } from "../../store/trees/write/refresh.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";
import { print } from "../print.ts";

export const treesFlags = existingStoreFlags;

/** `tachyon trees`: a table of the Merkle trees. `tachyon trees rebuild [TREE …]`: rebuilds their nodes. */
export async function trees(args: readonly string[]): Promise<void> {
  const at = args.findIndex((arg) => arg.startsWith("-"));
  const [action, ...named] = at < 0 ? args : args.slice(0, at);
  const flags = readFlags(
    treesFlags,
    at < 0 ? [] : args.slice(at),
    process.env,
  );
  const url = existingStore(flags);
  if (action === undefined) return printTable(url);
  if (action !== "rebuild")
    throw new UsageError("use trees, or trees rebuild [TREE …]");
  await rebuild(url, named.length === 0 ? null : named.map(treeNamed));
}

function treeNamed(text: string): Address {
  try {
    return parseAddress(text);
  } catch {
    throw new UsageError(`${text} is not the address of a tree`);
  }
}

async function rebuild(
  url: string,
  only: readonly Address[] | null,
): Promise<void> {
  const connection = await openForUpkeep(url);
  const stop = stopSignal();
  try {
    await forgetNodes(connection, only);
    await refreshAll(connection, stop);
  } finally {
    await connection.close();
  }
  await printTable(url);
}

/** If this is interrupted, the indexing process does the rest. */
async function refreshAll(
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await refreshTrees(connection))) await nextTurn();
}

async function printTable(url: string): Promise<void> {
  const store = await openStore(url, { write: false });
  try {
    const found = await listTrees(store.reader);
    for (const line of renderTable([HEAD, ...found.trees.map(rowOf)]))
      print(line);
  } finally {
    await store.close();
  }
}

const HEAD = [
  "TREE",
  "KIND",
  "LEAVES",
  "QUEUED",
  "SEQUENCE",
  "ROOT",
  "CHECKED AT",
  "VERDICT",
] as const;

const KINDS: Readonly<Record<TreeType, string>> = {
  [TreeType.StateV1]: "state V1",
  [TreeType.AddressV1]: "address V1",
  [TreeType.StateV2]: "state V2",
  [TreeType.AddressV2]: "address V2",
};

function rowOf(tree: ListedTree): string[] {
  return [
    encodeBase58(tree.tree),
    KINDS[tree.type],
    String(tree.leafCount),
    queuedIn(tree),
    tree.rootSeq.toString(),
    encodeBase58(tree.root),
    tree.verdict ? `slot ${tree.verdict.slot}` : "never",
    verdictOf(tree),
  ];
}

function queuedIn({ type, queued }: ListedTree): string {
  const { outputs, nullifiers, addresses } = queued;
  if (type === TreeType.StateV2) return `${outputs} out, ${nullifiers} in`;
  return type === TreeType.AddressV2 ? String(addresses) : "-";
}

function verdictOf({ status, verdict }: MerkleTree): string {
  if (!status.usable) return `${status.reason}: ${status.detail}`;
  return verdict ? "agrees with the chain" : "complete, not compared";
}

function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
