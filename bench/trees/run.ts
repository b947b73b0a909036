import { type IndexingRow, runIndexing } from "../indexing/run.ts";
import type { PageRunOptions } from "../pages/run.ts";
import { median } from "../report/median.ts";
import { runProofRate } from "./proofRate.ts";
import { runRebuild } from "./rebuild.ts";

const ROUNDS = 3;
const LEAVES = 1_000_000;

/** The cost of Merkle trees: shares of the same work without them, measured alternately. */
export async function runTrees(
  print: (line: string) => void,
  options: Parameters<typeof runProofRate>[0] & Pick<PageRunOptions, "rounds">,
): Promise<void> {
  const shares: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const [without, withTrees, verified] = [
      await runIndexing("transfers without trees"),
      await runIndexing("transfers"),
      await runIndexing("transfers", { verify: true }),
    ];
    note("with trees", without, withTrees);
    note("with trees and their nodes", without, {
      ...withTrees,
      processor: withTrees.processor + withTrees.nodes,
    });
    note("with trees and --verify, of that with trees", withTrees, verified);
  }
  for (const [name, all] of Object.entries(shares))
    print(
      `indexing transfers ${name}: ${median(all).toFixed(2)} of the rate without, by CPU time`,
    );
  const { leaves, seconds } = await runRebuild(LEAVES);
  print(
    `rebuilding the nodes of ${leaves} leaves: ${seconds.toFixed(1)} s of one core`,
  );
  const { rate, ofBare, cpuOfBare } = await runProofRate(options);
  print(
    `getCompressedAccountProof: ${rate.toFixed(0)} answers/s, ${ofBare.toFixed(2)} of the bare server's rate, ${cpuOfBare.toFixed(2)} by CPU time`,
  );

  function note(name: string, of: IndexingRow, own: IndexingRow): void {
    (shares[name] ??= []).push(of.processor / own.processor);
  }
}
