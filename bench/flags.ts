import {
  readFlags,
  type Flag,
  type FlagValues,
} from "../src/settings/readFlags.ts";
import { UsageError } from "../src/settings/usageError.ts";
import { switchFlag, textFlag } from "../src/settings/values.ts";
import { PLACES } from "./pages/cases.ts";

function numbersFlag(
  help: string,
  otherwise: readonly number[],
): Flag<readonly number[]> {
  const parse = (text: string): number[] => {
    const numbers = text.split(",").map(Number);
    if (numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) return numbers;
    throw new UsageError("is not a list of whole numbers separated by commas");
  };
  return { value: "N,…", help, parse, otherwise };
}

function numberFlag(help: string, otherwise: number): Flag<number> {
  const { parse } = numbersFlag(help, []);
  return { value: "N", help, parse: (text) => parse(text)[0]!, otherwise };
}

export const benchFlags = {
  size: numbersFlag(
    "Accounts in the store, multiples of 20,000 from 10,000 on. Default: 10000,1000000",
    [10_000, 1_000_000],
  ),
  items: numbersFlag("Items per page. Default: 10,100,1000", [10, 100, 1000]),
  only: {
    value: "TEXT",
    help: "Only methods whose name contains this; with --trees: indexing, tip, rebuild or\nproofs; with --past: pages or indexing.",
    parse: (text: string) => text,
    otherwise: "",
  },
  rounds: numberFlag("Measurements per case; the median counts. Default: 5", 5),
  milliseconds: numberFlag("Milliseconds per measurement. Default: 250", 250),
  connections: numberFlag("Default: 32", 32),
  workers: numberFlag(
    "Also measure the service with this many workers. Default: 0",
    0,
  ),
  "twenty-lines": switchFlag(
    "Also measure a server of twenty lines that only reads a page and sends it.",
  ),
  postgres: switchFlag(
    "Measure on PostgreSQL: the server in DATABASE_URL, or a temporary one.",
  ),
  both: switchFlag(
    "Measure pages on both engines in turns, beside the server of twenty lines.",
  ),
  worst: switchFlag(
    "Measure how long the slowest request of each method blocks the event loop; also with --postgres.",
  ),
  waits: switchFlag(
    "Only measure how soon requests that wait for a slot are answered, on both\nengines.",
  ),
  live: switchFlag(
    "Only measure how soon those who follow lists learn of a block.",
  ),
  past: switchFlag(
    "Only measure what the past costs: pages at a slot, and indexing and disk with\n--history all, half and none, on both engines.",
  ),
  snapshot: switchFlag(
    "Only measure making, downloading and restoring a snapshot of the last --size.",
  ),
  trees: switchFlag("Only measure the cost of Merkle trees."),
  quick: switchFlag(
    "One short round of first pages, to check that the benchmark runs.",
  ),
  json: textFlag("FILE", "Write the results as JSON."),
  compare: textFlag("FILE", "Results of an earlier run to compare with."),
  picture: textFlag(
    "FILE",
    "Draw the cost of pages of 10 at each size, as SVG.",
  ),
  "no-indexing": switchFlag("Skip measuring the indexing rate."),
  help: switchFlag("This."),
};

export const readBenchFlags = (args: readonly string[]) =>
  readFlags(benchFlags, args, {});

export type BenchFlags = FlagValues<typeof benchFlags>;

/** What to measure of pages. */
export function pageOptions(flags: BenchFlags) {
  return {
    ...flags,
    places: flags.quick ? (["first"] as const) : PLACES,
    rounds: flags.quick ? 1 : flags.rounds,
  };
}
