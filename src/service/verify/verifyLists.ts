import type { Reading } from "../../store/connection.ts";
import {
  readBalancesFrom,
  readHistoryFrom,
  readRebuild,
} from "../../store/past/kept.ts";
import {
  type ComparedLists,
  compareLists,
} from "../../store/verify/compareLists.ts";
import { counted } from "../indexing/progress.ts";
import type { Finding, VerifyOutput } from "./finding.ts";

type ListKind = keyof ComparedLists;

interface Words {
  /** What the rows are, in the singular. */
  readonly row: string;
  readonly lists: string;
  readonly source: string;
}

const WORDS: Readonly<Record<ListKind, Words>> = {
  accounts: {
    row: "row",
    lists: "lists of accounts",
    source: "unspent accounts",
  },
  pastAccounts: {
    row: "past row",
    lists: "lists of accounts",
    source: "spent accounts",
  },
  holders: {
    row: "row",
    lists: "lists of holders",
    source: "balances and their changes",
  },
  pastHolders: {
    row: "past row",
    lists: "lists of holders",
    source: "changes of balances",
  },
};
const KINDS = Object.keys(WORDS) as ListKind[];

/** Checks that lists, now and at earlier slots, have the rows that follow from accounts and from changes of balances. */
export async function verifyLists(
  reading: Reading,
  output: VerifyOutput,
): Promise<void> {
  output.progress("lists", 0);
  const compared = await compareLists(reading, await readHistoryFrom(reading));
  const unknown = await findUnknown(reading);
  for (const kind of KINDS)
    output.found({
      ...{ part: "list", subject: null },
      ...verdictOn(compared, kind, unknown),
    });
  output.progress("lists", 1);
}

/** Why some rows cannot be compared; null if they can. */
interface Unknown {
  readonly past: string | null;
  readonly holders: string | null;
}

async function findUnknown(reading: Reading): Promise<Unknown> {
  const isRebuilt = (await readRebuild(reading)) !== null;
  const isOlder = (await readBalancesFrom(reading)) > 0;
  return {
    past: isRebuilt ? "they are being made again" : null,
    holders: isOlder
      ? "an older version did not keep how balances changed"
      : null,
  };
}

function verdictOn(
  compared: ComparedLists,
  kind: ListKind,
  unknown: Unknown,
): Pick<Finding, "ok" | "text"> {
  const { stored, expected } = compared[kind];
  const { row, lists, source } = WORDS[kind];
  const rows = `${counted(stored.count, row)} of ${lists}`;
  const why =
    (row === "past row" ? unknown.past : null) ??
    (kind === "holders" || kind === "pastHolders" ? unknown.holders : null);
  if (why) return { ok: null, text: `${rows}: ${why}` };
  return stored.equals(expected)
    ? { ok: true, text: `${rows}: they follow from ${source}` }
    : {
        ok: false,
        text: `${rows} are stored, but not the ${expected.count} that follow from ${source}`,
      };
}
