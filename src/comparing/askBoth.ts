import { type Finding, meaningOf } from "./findings.ts";
import { judge } from "./judge.ts";
import { askAtSameSlot, type ReplyPair } from "./sameSlot.ts";
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
  /** The compared answers; null if the servers were never at the same slot. */
  readonly replies: ReplyPair | null;
}

const NEVER_AT_SAME_SLOT: Outcome = {
  findings: [{ name: "otherSlot", server: null, detail: "" }],
  replies: null,
};

/** Sends two servers the same request, and repeats it if the answers differ: only differences found twice count. */
export async function askBoth<S extends Asker>(
  question: Question<S>,
): Promise<Outcome> {
  const first = await askQuestion(question);
  if (!first) return NEVER_AT_SAME_SLOT;
  const findings = judge(question.method, first.a, first.b);
  if (areFinal(findings)) return { findings, replies: first };
  // A second request removes two false alarms: the reference does not read slot and items together, and after a fork
  // the same slot has other blocks.
  const second = await askQuestion(question);
  if (!second) return NEVER_AT_SAME_SLOT;
  const names = findings.map(({ name }) => name);
  const again = judge(question.method, second.a, second.b);
  return {
    findings: again.filter(({ name }) => names.includes(name)),
    replies: second,
  };
}

/** Whether a second request cannot change the findings. */
function areFinal(findings: readonly Finding[]): boolean {
  return findings.every((finding) =>
    ["skipped", "unanswered"].includes(meaningOf(finding)),
  );
}

function askQuestion<S extends Asker>({
  method,
  ...question
}: Question<S>): Promise<ReplyPair | null> {
  const agree = (a: Reply, b: Reply) => judge(method, a, b).length === 0;
  const isFinal = (a: Reply, b: Reply) =>
    !agree(a, b) && areFinal(judge(method, a, b));
  return askAtSameSlot({ ...question, agree, isFinal });
}
