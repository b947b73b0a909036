import { type Finding, meaningOf } from "./findings.ts";
import { judge } from "./judge.ts";
import { meet, type Meeting } from "./meet.ts";
import type { Reply } from "./replies.ts";
import type { Asker } from "./server.ts";

export interface Question<S extends Asker> {
  readonly method: string;
  readonly servers: readonly [S, S];
  readonly ask: (server: S) => Promise<Reply>;
  /** Maximum attempts to get answers about the same slot. */
  readonly rounds: number;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** The compared answers; null if the servers never were at the same slot. */
  readonly meeting: Meeting | null;
}

const NEVER_MET: Outcome = {
  findings: [{ name: "otherSlot", server: null, detail: "" }],
  meeting: null,
};

/** Sends two servers the same request, and repeats it if the answers differ: only differences found twice count. */
export async function askBoth<S extends Asker>(
  question: Question<S>,
): Promise<Outcome> {
  const first = await meetOn(question);
  if (!first) return NEVER_MET;
  const findings = judge(question.method, first.a, first.b);
  if (areFinal(findings)) return { findings, meeting: first };
  // A second request removes two false alarms: the reference does not read slot and items together, and after a fork
  // the same slot has other blocks.
  const second = await meetOn(question);
  if (!second) return NEVER_MET;
  const names = findings.map(({ name }) => name);
  const again = judge(question.method, second.a, second.b);
  return {
    findings: again.filter(({ name }) => names.includes(name)),
    meeting: second,
  };
}

/** Whether a second request cannot change the findings. */
function areFinal(findings: readonly Finding[]): boolean {
  return findings.every((finding) =>
    ["skipped", "unanswered"].includes(meaningOf(finding)),
  );
}

function meetOn<S extends Asker>({
  method,
  ...question
}: Question<S>): Promise<Meeting | null> {
  const agree = (a: Reply, b: Reply) => judge(method, a, b).length === 0;
  const isFinal = (a: Reply, b: Reply) =>
    !agree(a, b) && areFinal(judge(method, a, b));
  return meet({ ...question, agree, isFinal });
}
