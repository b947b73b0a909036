import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TreeType } from "../../src/domain/tree.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import type { Connection } from "../../src/store/connection.ts";
import { openForUpkeep, openStore } from "../../src/store/open.ts";
import { treePages } from "../../src/store/schema/tables.ts";
import {
  forgetNodes,
  refreshTrees,
} from "../../src/store/trees/write/refresh.ts";
import { PAGE_WIDTH, TreePage } from "../../src/store/trees/nodes/treePage.ts";
import { TreeStates } from "../../src/store/trees/treeStates.ts";
import { Changes } from "../../src/store/write/changes.ts";
import { keyBytes } from "../state/keys.ts";

export interface RebuildRow {
  readonly leaves: number;
  /** CPU time, all in one thread. */
  readonly seconds: number;
}

const TREE = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
const PAGES_OF_A_STEP = 5_000;

/** Computes the nodes of a tree from its leaves. */
export async function runRebuild(leaves: number): Promise<RebuildRow> {
  const folder = mkdtempSync(join(import.meta.dirname, "../data/rebuild-"));
  const url = `sqlite://${join(folder, "store.db")}`;
  const store = await openStore(url, { write: true });
  await store.writer!.addTrees([TREE]);
  await store.close();
  const connection = await openForUpkeep(url);
  try {
    await writeLeaves(connection, leaves);
    await forgetNodes(connection, [TREE.tree]);
    const started = process.threadCpuUsage();
    while (await refreshTrees(connection));
    const { user, system } = process.threadCpuUsage(started);
    return { leaves, seconds: (user + system) / 1e6 };
  } finally {
    await connection.close();
    rmSync(folder, { recursive: true });
  }
}

async function writeLeaves(
  connection: Connection,
  leaves: number,
): Promise<void> {
  const pages = leaves / PAGE_WIDTH;
  for (let from = 0; from < pages; from += PAGES_OF_A_STEP)
    await connection.transaction(() => {
      const count = Math.min(PAGES_OF_A_STEP, pages - from);
      const rows = Array.from({ length: count }, (_, i) => leafPage(from + i));
      return connection.upsertMany(treePages, rows);
    });
  await connection.transaction(async () => {
    const states = await TreeStates.load(connection);
    states.change(TREE.tree).seqs.add(1n, BigInt(leaves));
    const changes = new Changes();
    states.writeTo(changes);
    await changes.writeTo(connection);
  });
}

function leafPage(number: number) {
  const page = TreePage.empty();
  for (let slot = 0; slot < PAGE_WIDTH; slot++) {
    const hash = keyBytes("hash", number * PAGE_WIDTH + slot);
    hash[0] = 0; // below the order of the field
    page.nodes[slot] = hash;
  }
  return [TREE.tree, number, page.encode()];
}
