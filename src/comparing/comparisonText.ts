import type { Comparison } from "./compare.ts";
import {
  type FindingName,
  FINDINGS,
  type Located,
  type Meaning,
  meaningOf,
} from "./findings.ts";
import { curlOf } from "./requests.ts";
import { table } from "./table.ts";

/** Requests shown per finding; the JSON has all of them. */
const EXAMPLES = 2;

const HEADINGS: readonly (readonly [Meaning, string])[] = [
  ["difference", "Differences"],
  ["unanswered", "Without an answer"],
  ["fault", "Known faults of the reference"],
  ["intended", "Intended differences"],
  ["skipped", "Not compared"],
];

/** A comparison as text: a table by method, then the findings, worst first. */
export function renderComparison(comparison: Comparison): string {
  const { a, b, seed, methods, findings, stopped } = comparison;
  const head = ["method", "asked", "same", "differ", "fault", "intended"];
  const rows = methods.map((of) => [
    ...[of.method, of.asked, of.same, of.difference, of.fault, of.intended],
    ...[of.skipped, of.unanswered],
  ]);
  const sections = HEADINGS.flatMap(([meaning, heading]) => {
    const found = findings.filter((finding) => meaningOf(finding) === meaning);
    return found.length > 0 ? [section(heading, found, comparison)] : [];
  });
  const parts = [
    `A ${a}\nB ${b}${seed === null ? "" : `\nkeys with --seed ${seed}`}`,
    table([[...head, "skipped", "no answer"], ...rows]),
    ...sections,
    ...(stopped === null ? [] : [`Ended early: ${stopped}`]),
  ];
  return parts.join("\n\n");
}

function section(
  heading: string,
  found: readonly Located[],
  { a, b }: Comparison,
): string {
  const groups = Map.groupBy(
    found,
    ({ name, server }) => `${name} ${server ?? ""}`,
  );
  const blocks = [...groups.values()].map((group) => {
    const { name, server } = group[0]!;
    const title = `  ${sentence(name, server)}: ${group.length}`;
    const examples = group.slice(0, EXAMPLES).map(({ request, detail }) => {
      const lines = [
        `${request.method}${detail === "" ? "" : `: ${detail}`}`,
        curlOf(a, request),
        curlOf(b, request),
      ];
      return lines.map((line) => `      ${line}`).join("\n");
    });
    return [title, ...examples].join("\n");
  });
  return [`${heading}:`, ...blocks].join("\n");
}

function sentence(name: FindingName, server: "A" | "B" | null): string {
  const [, text] = FINDINGS[name];
  return server === null ? text : `${server}: ${text}`;
}

/** For programs: every finding, with its meaning and its requests. */
export function comparisonJson(comparison: Comparison): string {
  const { a, b } = comparison;
  const findings = comparison.findings.map((finding) => ({
    meaning: meaningOf(finding),
    ...finding,
    curl: { a: curlOf(a, finding.request), b: curlOf(b, finding.request) },
  }));
  return JSON.stringify({ ...comparison, findings }, null, 2);
}
