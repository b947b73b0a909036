import type { FlagValues } from "./readFlags.ts";
import { countFlag, textFlag, urlsFlag } from "./values.ts";

export const proverFlags = {
  "prover-url": urlsFlag(
    "URL",
    "Have this prover make the zero-knowledge proofs of getValidityProof. Given more\nthan once, or several with commas between: the next one is asked when one fails.",
    ["http:", "https:"],
  ),
  "prover-api-key": textFlag(
    "KEY",
    "The provers' API key; better in TACHYON_PROVER_API_KEY.",
  ),
  "prover-concurrency": countFlag(
    "N",
    "Proofs that each process has made at the same time; one occupies all\nprocessors of a prover for up to some seconds.",
    2,
  ),
};

export type ProverFlags = FlagValues<typeof proverFlags>;
