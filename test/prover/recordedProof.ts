import { recordedLines } from "../replay/chain.ts";
import type { ProofAnswer } from "./answeredProof.ts";

/** A proof that the reference answered with. */
export function recordedProof(): ProofAnswer["compressedProof"] {
  const line = recordedLines("proofs/index_transaction.proofs.jsonl.gz").find(
    (line) => line.includes('"compressedProof":{'),
  )!;
  const { result } = JSON.parse(line) as { result: { value: ProofAnswer } };
  return result.value.compressedProof;
}
