import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { openForUpkeep, openStore } from "../../src/store/open.ts";
import { worstUpdates } from "./state.ts";

/** `many`: the accounts of an owner whose accounts are filtered. */
export async function writeWorst(url: string, many?: number): Promise<void> {
  const store = await openStore(url, { write: true });
  const writer = store.writer!;
  try {
    await writer.addTrees(builtInTrees);
    for (const update of worstUpdates(many)) await writer.apply([update]);
    while (await writer.refreshTrees());
  } finally {
    await store.close();
  }
  await trustRoots(url);
}

/** The batches announce invented roots, and only trees with the announced root give proofs. */
async function trustRoots(url: string): Promise<void> {
  const connection = await openForUpkeep(url);
  await connection.run("update tree_states set fault = null");
  await connection.close();
}
