import type { ProverPool } from "../../prover/proverPool.ts";
import { family } from "./family.ts";

/** Use of the provers by this process; nothing without provers. */
export function renderProver(prover: ProverPool | null): string {
  if (!prover) return "";
  const { proved, refused, failed, retried, seconds } = prover.counts;
  const outcomes = Object.entries({ proved, refused, failed });
  const proofs = "tachyon_prover_proofs_total";
  const number = (
    name: string,
    type: "counter" | "gauge",
    help: string,
    value: number,
  ) => family(name, type, help, [`${name} ${value}`]);
  return [
    family(
      proofs,
      "counter",
      "Proofs requested from provers, by outcome.",
      outcomes.map(([outcome, n]) => `${proofs}{outcome="${outcome}"} ${n}`),
    ),
    number(
      "tachyon_prover_seconds_total",
      "counter",
      "Duration of successful proofs.",
      seconds,
    ),
    number(
      "tachyon_prover_retries_total",
      "counter",
      "Proofs requested again after a prover failed.",
      retried,
    ),
    number(
      "tachyon_prover_running",
      "gauge",
      "Proofs in progress.",
      prover.running,
    ),
    number(
      "tachyon_prover_waiting",
      "gauge",
      "Proofs in the queue.",
      prover.waiting,
    ),
  ].join("");
}

/** Of the service: whether one of its provers answered the last health check. */
export function renderProverUp(prover: ProverPool | null): string {
  if (!prover) return "";
  const name = "tachyon_prover_up";
  const help = "Whether a prover answers (1) or none does (0).";
  const up = prover.trouble === null ? 1 : 0;
  return family(name, "gauge", help, [`${name} ${up}`]);
}
