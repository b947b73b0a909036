import { METHODS } from "../client/api.ts";
import { findDifferences } from "./diff.ts";
import { type Finding, type FindingName, show } from "./findings.ts";
import { findingsOf } from "./findingsOf.ts";
import { jsonText } from "./jsonText.ts";
import { judgeLists } from "./judgeLists.ts";
import type { Answer, Refusal, Reply } from "./replies.ts";

/** Compares the answers of two servers to the same request at the same slot. */
export function judge(method: string, a: Reply, b: Reply): Finding[] {
  if (a.kind === "none" || b.kind === "none") return silent(a, b);
  if (a.kind === "error" && b.kind === "error") return refusals(a, b);
  if (a.kind === "error") return oneRefusal(method, a, b as Answer, "A");
  if (b.kind === "error") return oneRefusal(method, b, a, "B");
  const { list } = METHODS[method as keyof typeof METHODS];
  if (list !== null && Array.isArray(a.value) && Array.isArray(b.value))
    return judgeLists(method, a, b);
  return judgeValues(method, a.value, b.value);
}

function silent(a: Reply, b: Reply): Finding[] {
  return [
    { reply: a, server: "A" as const },
    { reply: b, server: "B" as const },
  ].flatMap(({ reply, server }) =>
    reply.kind === "none"
      ? [{ name: reply.why, server, detail: reply.message }]
      : [],
  );
}

export const METHOD_NOT_FOUND = -32601;
/** The slot is not reached yet; too busy or too far behind. Says nothing about what the server would answer. */
const NOT_NOW: readonly number[] = [-32016, -32005];

function refusals(a: Refusal, b: Refusal): Finding[] {
  if (a.code === b.code) return [];
  const detail = `A: ${a.message}; B: ${b.message}`;
  for (const { code } of [a, b]) {
    const name = nameOfCode(code);
    if (name !== null)
      return [{ name, server: letter(code === b.code), detail }];
  }
  return [{ name: "errorCode", server: null, detail }];
}

/** The finding that a code stands for, whatever the other server answered. */
function nameOfCode(code: number): FindingName | null {
  if (code === METHOD_NOT_FOUND) return "notServed";
  return NOT_NOW.includes(code) ? "unavailable" : null;
}

function letter(isB: boolean): "A" | "B" {
  return isB ? "B" : "A";
}

function oneRefusal(
  method: string,
  refusal: Refusal,
  { value }: Answer,
  server: "A" | "B",
): Finding[] {
  const name = nameOfRefusal(method, refusal, value);
  const detail = `${server}: ${refusal.message}; the other: ${show(value)}`;
  return [{ name, server, detail }];
}

function nameOfRefusal(
  method: string,
  { code }: Refusal,
  value: unknown,
): FindingName {
  const named = nameOfCode(code);
  if (named !== null) return named;
  if (method.includes("Proof")) return "proofRefused";
  return isNothing(value) ? "unknownKey" : "different";
}

/** An empty list, no account, no transaction. */
function isNothing(value: unknown): boolean {
  if (value === null || typeof value !== "object") return value === null;
  return Object.values(value).every(
    (part) => part === null || isNothing(part) || isEmpty(part),
  );
}

function isEmpty(part: unknown): boolean {
  return Array.isArray(part) && part.length === 0;
}

/** Lists inside answers whose order the contract leaves open, with the finding for them. */
const UNORDERED: readonly (readonly [RegExp, string, FindingName])[] = [
  [/^getQueueInfo$/, "queues", "orderOfQueues"],
  [
    /^getTransactionWithCompressionInfo/,
    "compressionInfo.closedAccounts",
    "orderOfSpent",
  ],
];

function judgeValues(method: string, a: unknown, b: unknown): Finding[] {
  const differences = findDifferences(withoutProof(a), withoutProof(b));
  if (differences.length === 0) return [];
  const open = UNORDERED.find(([pattern]) => pattern.test(method));
  if (open) {
    const [, path, name] = open;
    const sorted = findDifferences(sortedAt(a, path), sortedAt(b, path));
    if (sorted.length === 0)
      return [{ name, server: null, detail: `in ${path}` }];
    return findingsOf(sorted);
  }
  return findingsOf(differences);
}

/** Each prover returns a different proof of the same statement. */
function withoutProof(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const { value } = result as { readonly value?: unknown };
  if (typeof value !== "object" || value === null) return result;
  if (!("compressedProof" in value)) return result;
  const isThere = value.compressedProof !== null;
  return { value: { ...value, compressedProof: isThere } };
}

function sortedAt(value: unknown, path: string): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop()!;
  let holder = copy;
  for (const name of names) holder = holder[name] as Record<string, unknown>;
  const list = holder[last] as readonly unknown[];
  holder[last] = list.toSorted((x, y) =>
    jsonText(x)! < jsonText(y)! ? -1 : 1,
  );
  return copy;
}
