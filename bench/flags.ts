import {
  readFlags,
  type Flag,
  type FlagValues,
} from "../src/settings/readFlags.ts";
import { UsageError } from "../src/settings/usageError.ts";
import { switchFlag, textFlag } from "../src/settings/values.ts";

function numbersFlag(
  help: string,
  otherwise: readonly number[],
): Flag<readonly number[]> {
  const parse = (text: string): number[] => {
    const numbers = text.split(",").map(Number);
    if (numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) return numbers;
    throw new UsageError("is not whole numbers with commas between them");
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
  items: numbersFlag("Items a page. Default: 10,100,1000", [10, 100, 1000]),
  only: {
    value: "TEXT",
    help: "Only methods whose name contains this.",
    parse: (text: string) => text,
    otherwise: "",
  },
  rounds: numberFlag(
    "Times each case is measured, the middle counts. Default: 5",
    5,
  ),
  milliseconds: numberFlag("How long each time. Default: 250", 250),
  connections: numberFlag("Default: 32", 32),
  workers: numberFlag(
    "Also measure the service with this many workers. Default: 0",
    0,
  ),
  "twenty-lines": switchFlag(
    "Also measure twenty lines that do no more than read a page and send it.",
  ),
  postgres: switchFlag(
    "On PostgreSQL: a server of its own, or the one DATABASE_URL names.",
  ),
  quick: switchFlag("First pages only, one short round: does it run at all?"),
  json: textFlag("FILE", "Write the results as JSON."),
  compare: textFlag("FILE", "Results of an earlier run to compare with."),
  picture: textFlag("FILE", "Draw what pages of 10 cost at each size, as SVG."),
  "no-indexing": switchFlag("Leave out the speed of indexing."),
  help: switchFlag("This."),
};

export const readBenchFlags = (args: readonly string[]) =>
  readFlags(benchFlags, args, {});

export type BenchFlags = FlagValues<typeof benchFlags>;
