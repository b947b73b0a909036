import type { Reading } from "../../store/connection.ts";
import {
  readBalancesFrom,
  readHistoryFrom,
  readRebuild,
} from "../../store/past/kept.ts";
import {
  type ComparedPast,
  comparePast,
} from "../../store/verify/comparePast.ts";
import { counted } from "../indexing/progress.ts";
import type { VerifyOutput } from "./finding.ts";

const SOURCES = {
  accounts: "spent accounts",
  holders: "changes of balances",
} as const;

/** Checks that past rows of lists are those that follow from spent accounts and from changes of balances. */
export async function verifyPast(
  reading: Reading,
  output: VerifyOutput,
): Promise<void> {
  const say = (ok: boolean | null, text: string) => {
    output.found({ ok, part: "past", subject: null, text });
  };
  if (await readRebuild(reading)) {
    say(null, "past rows are being made again");
    return;
  }
  output.progress("past rows", 0);
  const compared = await comparePast(reading, await readHistoryFrom(reading));
  const hasBalances = (await readBalancesFrom(reading)) === 0;
  for (const list of ["accounts", "holders"] as const) {
    const isKnown = list === "accounts" || hasBalances;
    say(...verdictOn(compared[list], isKnown, `lists of ${list}`, list));
  }
  output.progress("past rows", 1);
}

function verdictOn(
  { stored, expected }: ComparedPast,
  isKnown: boolean,
  lists: string,
  list: keyof typeof SOURCES,
): [ok: boolean | null, text: string] {
  const rows = counted(stored.count, "past row");
  if (!isKnown)
    return [
      null,
      `${rows} of ${lists}: an older version did not keep how balances changed`,
    ];
  return stored.equals(expected)
    ? [true, `${rows} of ${lists}: they follow from ${SOURCES[list]}`]
    : [
        false,
        `${rows} of ${lists} are stored, but not the ${expected.count} that follow from ${SOURCES[list]}`,
      ];
}
