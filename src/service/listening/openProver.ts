import { ProverPool } from "../../prover/proverPool.ts";
import type { ProverFlags } from "../../settings/proverFlags.ts";
import type { Reporter } from "../reporter.ts";

/** How often provers are checked. */
const LOOK_EVERY_MS = 10_000;

export interface OpenedProver {
  readonly prover: ProverPool | null;
  readonly close: () => void;
}

/** The configured provers with regular health checks; null if none is configured. */
export function openProver(
  flags: ProverFlags,
  reporter: Reporter,
): OpenedProver {
  const urls = flags["prover-url"];
  if (!urls) return { prover: null, close: () => undefined };
  const prover = new ProverPool({
    urls,
    apiKey: flags["prover-api-key"],
    concurrency: flags["prover-concurrency"],
  });
  let last: string | null = null;
  const look = async (): Promise<void> => {
    await prover.look();
    const { trouble } = prover;
    if (trouble !== last)
      reporter.say(
        trouble === null
          ? "prover   answers again"
          : `prover   does not answer (${trouble}): validity proofs are unavailable`,
      );
    last = trouble;
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    prover,
    close: () => {
      clearInterval(timer);
    },
  };
}
