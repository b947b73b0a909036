import { FINDINGS, meaningOf } from "../../comparing/findings.ts";
import type { ComparedCall } from "../../comparing/shadow/shadow.ts";
import { worstOf } from "../../comparing/tally.ts";
import type { ReportedCall } from "./messages.ts";

/** Maximum characters of logged parameters and findings. */
const LONGEST = 2_000;

/** A compared call as shown in the log and the metrics. */
export function reportCall(call: ComparedCall): ReportedCall {
  const { method, params, findings, hashes } = call;
  const worst = worstOf(findings);
  const sentences = findings.map(({ name, detail }) => {
    const [, sentence] = FINDINGS[name];
    return detail === "" ? sentence : `${sentence}: ${detail}`;
  });
  return {
    method,
    kind: worst?.name ?? "same",
    meaning: worst ? meaningOf(worst) : "same",
    text: sentences.join("; ").slice(0, LONGEST),
    params: JSON.stringify(params).slice(0, LONGEST),
    hashes,
  };
}
