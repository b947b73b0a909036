import { h, replace, type Child } from "../../dom.ts";
import { clusterOf } from "../../cluster.ts";
import { digits } from "../../format.ts";
import { figures, type Figure } from "../../parts/figures.ts";
import type { HomePart, Statistics } from "../../statistics.ts";
import { onStatus, type Status } from "../../status.ts";
import type { ViewContext } from "../../view.ts";

/** What this is, and what is in it. */
export function intro(context: ViewContext): HomePart {
  const what = h("div", { class: "intro-what" });
  const counts = h("div", { class: "intro-counts" });
  let chain: string | null | undefined;
  onStatus((status) => {
    if (!status || status.chain === chain) return;
    chain = status.chain;
    replace(what, whatItIs(status));
  }, context.signal);
  const element = h(
    "section",
    { class: "intro" },
    h("h1", {}, "Compressed state on Solana"),
    h(
      "p",
      { class: "lead" },
      "Accounts and tokens kept off the chain and proven by Merkle trees on it: who owns them, who holds a mint, and what each transaction did.",
    ),
    what,
    counts,
  );
  return {
    element,
    show: (statistics) => {
      replace(counts, figures(countsOf(statistics)));
    },
  };
}

/** A chain that is followed has its name in the status above. */
function whatItIs(status: Status): Child {
  if (!clusterOf(status).isRecording) return null;
  return h(
    "p",
    { class: "banner" },
    h("b", {}, "This is a recorded chain."),
    " Its blocks come from a file, and nothing new happens on it.",
  );
}

function countsOf(statistics: Statistics): Figure[] {
  const { transactions, unspentAccounts, mints, tokenOwners, trees } =
    statistics;
  return [
    ["Transactions", digits(transactions)],
    ["Accounts", digits(unspentAccounts)],
    ["Mints", digits(mints)],
    ["Token owners", digits(tokenOwners)],
    ["Trees", digits(trees)],
  ];
}
