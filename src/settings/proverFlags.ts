import { inGroup } from "./flagGroups.ts";
import type { FlagValues } from "./readFlags.ts";
import { countFlag, textFlag, urlsFlag } from "./values.ts";

export const proverFlags = inGroup("Proofs", {
  "prover-url": urlsFlag(
    "URL",
    "Prover for the zero-knowledge proofs of getValidityProof. Repeatable, or separated\nby commas: when one prover fails, the next one is used.",
    ["http:", "https:"],
  ),
  "prover-api-key": textFlag(
    "KEY",
    "API key of the provers. Prefer the environment variable.",
  ),
  "prover-concurrency": countFlag(
    "N",
    "Proofs that each process requests at the same time. One proof can keep all\ncores of a prover busy for seconds.",
    2,
  ),
});

export type ProverFlags = FlagValues<typeof proverFlags>;
