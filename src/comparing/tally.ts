import { type Finding, type Located, meaningOf } from "./findings.ts";
import type { Request } from "./requests.ts";

/** Of one method: the number of requests and their outcomes. */
export interface MethodCount {
  readonly method: string;
  asked: number;
  same: number;
  difference: number;
  fault: number;
  intended: number;
  skipped: number;
  unanswered: number;
}

/** Worst first: a request counts as the worst of its findings. */
const MEANINGS = [
  "difference",
  "unanswered",
  "fault",
  "intended",
  "skipped",
] as const;

export function worstOf(findings: readonly Finding[]): Finding | undefined {
  const rank = (finding: Finding) => MEANINGS.indexOf(meaningOf(finding));
  return findings.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Counts requests by method, and keeps what they showed. */
export function createTally() {
  const counts = new Map<string, MethodCount>();
  const located: Located[] = [];
  return {
    add(request: Request, findings: readonly Finding[]): void {
      const { method } = request;
      const count = counts.get(method) ?? emptyCount(method);
      counts.set(method, count);
      count.asked++;
      const worst = worstOf(findings);
      count[worst ? meaningOf(worst) : "same"]++;
      located.push(...findings.map((finding) => ({ ...finding, request })));
    },
    count: () =>
      located.filter((finding) => meaningOf(finding) === "difference").length,
    result: () => ({ methods: [...counts.values()], findings: located }),
  };
}

function emptyCount(method: string): MethodCount {
  return {
    method,
    ...{ asked: 0, same: 0, difference: 0, fault: 0 },
    ...{ intended: 0, skipped: 0, unanswered: 0 },
  };
}

export type Tally = ReturnType<typeof createTally>;
