import type { ProverPool } from "../../prover/proverPool.ts";
import { family } from "./family.ts";

/** What the provers have done for this process; nothing where there are none. */
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
      "Proofs that provers made, refused, or did not give.",
      outcomes.map(([outcome, n]) => `${proofs}{outcome="${outcome}"} ${n}`),
    ),
    number(
      "tachyon_prover_seconds_total",
      "counter",
      "Time that provers took for the proofs they made.",
      seconds,
    ),
    number(
      "tachyon_prover_retries_total",
      "counter",
      "Proofs that were asked for again after a prover had failed.",
      retried,
    ),
    number(
      "tachyon_prover_running",
      "gauge",
      "Proofs being made.",
      prover.running,
    ),
    number(
      "tachyon_prover_waiting",
      "gauge",
      "Proofs that wait for their turn.",
      prover.waiting,
    ),
  ].join("");
}

/** Of the service: whether one of its provers answered when it was asked last. */
export function renderProverUp(prover: ProverPool | null): string {
  if (!prover) return "";
  const name = "tachyon_prover_up";
  const help = "1 while one of the provers answers, else 0.";
  const up = prover.trouble === null ? 1 : 0;
  return family(name, "gauge", help, [`${name} ${up}`]);
}
