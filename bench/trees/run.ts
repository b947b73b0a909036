import { type IndexingRow, runIndexing } from "../indexing/run.ts";
import type { PageRunOptions } from "../pages/run.ts";
import { median } from "../report/median.ts";
import { runProofRate } from "./proofRate.ts";
import { runRebuild } from "./rebuild.ts";

const ROUNDS = 3;
const LEAVES = 1_000_000;

type TreeOptions = Parameters<typeof runProofRate>[0] &
  Pick<PageRunOptions, "rounds" | "only">;
type Print = (line: string) => void;

const PARTS = {
  indexing: measureIndexing,
  tip: measureTip,
  rebuild: measureRebuild,
  proofs: measureProofs,
};

/** The cost of Merkle trees: shares of the same work without them, measured alternately. */
export async function runTrees(
  print: Print,
  options: TreeOptions,
): Promise<void> {
  for (const [name, measure] of Object.entries(PARTS))
    if (name.includes(options.only)) await measure(print, options);
}

async function measureIndexing(print: Print): Promise<void> {
  const shares = new Shares();
  for (let round = 0; round < ROUNDS; round++) {
    const [without, withTrees, verified] = [
      await runIndexing("transfers without trees"),
      await runIndexing("transfers"),
      await runIndexing("transfers", { verify: true }),
    ];
    shares.note("with trees", without, withTrees);
    shares.note("with trees and their nodes", without, {
      ...withTrees,
      processor: withTrees.processor + withTrees.nodes,
    });
    shares.note(
      "with trees and --verify, of that with trees",
      withTrees,
      verified,
    );
  }
  shares.print(print, "indexing transfers");
}

async function measureTip(print: Print): Promise<void> {
  const shares = new Shares();
  for (let round = 0; round < ROUNDS; round++) {
    const atTip = { atTip: true };
    const plain = await runIndexing("small blocks", atTip);
    const verified = await runIndexing("small blocks", {
      ...atTip,
      verify: true,
    });
    shares.note("with --verify", plain, verified);
  }
  shares.print(print, "indexing blocks of 25 transfers one at a time");
}

/** Rates as shares of those of a plainer run in the same round. */
class Shares {
  readonly #shares: Record<string, number[]> = {};

  note(name: string, of: IndexingRow, own: IndexingRow): void {
    (this.#shares[name] ??= []).push(of.processor / own.processor);
  }

  print(print: Print, what: string): void {
    for (const [name, all] of Object.entries(this.#shares))
      print(
        `${what} ${name}: ${median(all).toFixed(2)} of the rate without, by CPU time`,
      );
  }
}

async function measureRebuild(print: Print): Promise<void> {
  const { leaves, seconds } = await runRebuild(LEAVES);
  print(
    `rebuilding the nodes of ${leaves} leaves: ${seconds.toFixed(1)} s of one core`,
  );
}

async function measureProofs(
  print: Print,
  options: TreeOptions,
): Promise<void> {
  const { rate, ofBare, cpuOfBare } = await runProofRate(options);
  print(
    `getCompressedAccountProof: ${rate.toFixed(0)} answers/s, ${ofBare.toFixed(2)} of the bare server's rate, ${cpuOfBare.toFixed(2)} by CPU time`,
  );
}
