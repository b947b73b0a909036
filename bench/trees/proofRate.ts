import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { TreeType } from "../../src/domain/tree.ts";
import type { Hash } from "../../src/domain/values.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import type { PageCase } from "../pages/cases.ts";
import {
  ONE_PROCESS,
  type PageRow,
  type PageRunOptions,
  runCases,
} from "../pages/run.ts";
import { TransferMaker } from "../state/transfers.ts";

const BLOCKS = 250;
const TRANSFERS_OF_A_BLOCK = 200;
const HASHES_ASKED = 1000;

/** The rate of Merkle proofs, as a share of a bare server's in the same minute. */
export async function runProofRate(
  options: Omit<PageRunOptions, "items" | "places" | "only" | "onRow">,
): Promise<PageRow> {
  const folder = mkdtempSync(join(import.meta.dirname, "../data/proofs-"));
  const url = `sqlite://${join(folder, "store.db")}`;
  try {
    const hashes = await writeTransfers(url);
    const accounts = 2 * BLOCKS * TRANSFERS_OF_A_BLOCK;
    const rows = await runCases(url, accounts, [caseOf(hashes)], {
      ...options,
      ...{ items: [], places: [], only: "", onRow: () => undefined },
    });
    return rows.find(({ target }) => target === ONE_PROCESS)!;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns hashes of unspent accounts. */
async function writeTransfers(url: string): Promise<Hash[]> {
  const maker = new TransferMaker(3);
  const store = await openStore(url, { write: true });
  const writer = store.writer!;
  const tree = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
  await writer.addTrees([tree]);
  for (let slot = 1; slot <= BLOCKS; slot++) {
    const transactions = maker.transfers(TRANSFERS_OF_A_BLOCK);
    const rest = { others: [], setAside: [] };
    await writer.apply([{ block: headerOf(slot), transactions, ...rest }]);
  }
  while (await writer.refreshTrees());
  await store.close();
  return maker.unspent(HASHES_ASKED);
}

function caseOf(hashes: readonly Hash[]): PageCase {
  const method = "getCompressedAccountProof";
  const bodies = hashes.map((hash) =>
    JSON.stringify({
      ...{ jsonrpc: "2.0", id: "test-account", method },
      params: { hash: encodeBase58(hash) },
    }),
  );
  return { method, items: 26, place: "first", bodies };
}
