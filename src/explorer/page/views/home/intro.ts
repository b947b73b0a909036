import { h, replace, type Child } from "../../dom.ts";
import { clusterOf } from "../../cluster.ts";
import { digits } from "../../format.ts";
import { figures, type Figure } from "../../parts/figures.ts";
import { TREES, TREES_LINK } from "../../merkle/trees.ts";
import { linkTo } from "../../route.ts";
import { onStatus, type Status } from "../../status.ts";
import type { ViewContext } from "../../view.ts";

/** What this is, and what is in it. */
export function intro(context: ViewContext): HTMLElement {
  const what = h("div", { class: "intro-what" });
  const counts = h("div", { class: "intro-counts" });
  let shown = "";
  onStatus((status) => {
    const facts = status ? countsOf(status) : [];
    const text = JSON.stringify([status?.chain, facts]);
    if (!status || text === shown) return;
    shown = text;
    replace(what, whatItIs(status));
    replace(counts, facts.length > 0 && figures(facts));
  }, context.signal);
  return h(
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
    h(
      "p",
      { class: "intro-links" },
      context.server.methods.has(TREES) &&
        h("a", { href: linkTo(TREES_LINK) }, "Merkle trees"),
      h("a", { href: linkTo("set-aside") }, "Set aside"),
      h("a", { href: "docs" }, "API methods"),
    ),
  );
}

function whatItIs(status: Status): Child {
  const { isRecording, name } = clusterOf(status);
  if (isRecording)
    return h(
      "p",
      { class: "banner" },
      h("b", {}, "This is a recorded chain."),
      " Its blocks come from a file, so nothing new happens on it. With ",
      h("code", {}, "--rpc-url"),
      " Tachyon follows a cluster instead.",
    );
  return name === null
    ? null
    : h("p", { class: "banner" }, "Follows ", h("b", {}, name), ".");
}

const COUNTS = [
  ["Transactions", "transactions"],
  ["Accounts", "accounts"],
  ["Mints", "mints"],
  ["Owners", "owners"],
  ["Trees", "trees"],
] as const;

/** Only what the server counts. */
function countsOf({ counts }: Status): Figure[] {
  return COUNTS.flatMap(([title, name]) => {
    const count = counts?.[name];
    return count == null ? [] : [[title, digits(count)] as const];
  });
}
