import type { PageRow } from "../pages/run.ts";
import type { Results } from "./results.ts";

const idOf = ({ accounts, target, method, place, items }: PageRow): string =>
  [accounts, target, method, place, items].join(" ");

/** Looks up what an older run said about the same case, and tells the change. Shares are compared, not rates: machines differ from hour to hour. */
export function comparison(old: Results): (row: PageRow) => string {
  const before = new Map(old.pages.map((row) => [idOf(row), row]));
  return (row) => {
    const found = before.get(idOf(row));
    if (!found) return "  new";
    return `  ${times(row.ofBare / found.ofBare)} of bare, ${times(row.cpuOfBare / found.cpuOfBare)} by CPU`;
  };
}

function times(factor: number): string {
  return `×${factor.toFixed(2)}`;
}
