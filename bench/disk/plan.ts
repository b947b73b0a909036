// The tables of docs/capacity.md: `node bench/disk/plan.ts`, or with sizes: `node bench/disk/plan.ts 5000000 2e9`.
import { ENGINES, modelSizes, totalOf } from "./model.ts";
import { ACCOUNTS_PER_TRANSACTION, WORKLOADS } from "./workloads.ts";

const SIZES = [1e6, 1e7, 1e8, 1e9];
const RATES = [10, 100, 1000];
const DAY = 86_400;
const PAGE = 8192;

/** What stores of these sizes take, one line for each workload, size and engine. */
export function sizeLines(sizes: readonly number[] = SIZES): string[] {
  return WORKLOADS.flatMap((workload) =>
    sizes.flatMap((accounts) =>
      ENGINES.map((engine) => {
        const sizes = modelSizes(engine, workload, accounts);
        const all = totalOf(sizes);
        return row([
          accounts.toLocaleString("en-US"),
          workload,
          engine,
          amount(all.bytes),
          amount(all.indexBytes),
          amount(all.innerPages * PAGE),
          String(sizes.tokens_by_owner!.depth),
        ]);
      }),
    ),
  );
}

/** How stores grow at a rate of transfers, one line for each. */
export function growthLines(): string[] {
  return RATES.map((perSecond) => {
    const cells = ENGINES.flatMap((engine) => {
      const { bytes } = totalOf(modelSizes(engine, "transfers", 1e9));
      const each = (bytes / 1e9) * ACCOUNTS_PER_TRANSACTION.transfers;
      const day = each * perSecond * DAY;
      return [amount(day), amount(365 * day)];
    });
    return row([String(perSecond), ...cells]);
  });
}

/** With two digits, in the largest unit that leaves one before the point. */
function amount(bytes: number): string {
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toPrecision(2))} ${units[unit]!}`;
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  sizeLines(sizes.length > 0 ? sizes : SIZES).forEach(print);
  growthLines().forEach(print);
}
