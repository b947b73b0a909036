import type { Difference } from "./diff.ts";
import { type Finding, show } from "./findings.ts";

/** Reports rounded numbers separately from other differences. */
export function findingsOf(
  differences: readonly Difference[],
  where = "",
): Finding[] {
  const rounded = differences.find((one) => one.rounded !== null);
  const other = differences.filter((one) => one.rounded === null);
  const findings: Finding[] = [];
  if (rounded)
    findings.push({
      name: "rounds",
      server: rounded.rounded,
      detail: where + describe(rounded),
    });
  if (other[0])
    findings.push({
      name: "different",
      server: null,
      detail:
        where +
        describe(other[0]) +
        (other.length > 1 ? ` and ${other.length - 1} more` : ""),
    });
  return findings;
}

function describe({ path, a, b }: Difference): string {
  const at = path === "" ? "" : `${path}: `;
  return `${at}A ${show(a)}, B ${show(b)}`;
}
