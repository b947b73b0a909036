import { h, replace, type Child } from "../dom.ts";
import { digits, utcTime } from "../format.ts";
import type { Touched, TouchedAccount } from "../items.ts";
import { keyLink } from "../parts/keyText.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import type { ViewContext } from "../view.ts";
import { subjectHead } from "./subjectHead.ts";

const METHOD = "getTransactionWithCompressionInfo";

/** The accounts that one transaction created and spent. */
export function transactionView(context: ViewContext): HTMLElement {
  const { subject: signature } = context.route;
  const content = h("div", {}, h("div", { class: "panel bone-panel" }));
  const load = async (): Promise<void> => {
    content.setAttribute("aria-busy", "true");
    try {
      const answer = await context.ask({
        method: METHOD,
        params: { signature },
      });
      replace(content, ...sections(answer as Touched));
    } catch (failure) {
      if (!context.signal.aborted)
        replace(
          content,
          failureNotice(failure, () => void load()),
        );
    }
    content.removeAttribute("aria-busy");
  };
  if (context.server.methods.has(METHOD)) void load();
  else replace(content, notOffered());
  return h("div", {}, subjectHead(signature, ["Transaction"]), content);
}

function notOffered(): HTMLElement {
  return emptyNotice(
    "This is the signature of a transaction",
    h(
      "p",
      {},
      "This server lists transactions in histories but cannot look up single ones.",
    ),
  );
}

function sections({ transaction, compressionInfo }: Touched): readonly Child[] {
  if (!transaction) return [unknown()];
  const { slot, blockTime } = transaction;
  return [
    h(
      "dl",
      { class: "facts-list panel" },
      ...(slot === undefined
        ? []
        : [h("dt", {}, "Slot"), h("dd", {}, digits(slot))]),
      ...(blockTime
        ? [h("dt", {}, "Time (UTC)"), h("dd", {}, utcTime(blockTime))]
        : []),
    ),
    ...accounts("Created", compressionInfo.openedAccounts),
    ...accounts("Spent", compressionInfo.closedAccounts),
  ];
}

function unknown(): HTMLElement {
  return emptyNotice(
    "No such transaction",
    h(
      "p",
      {},
      "The chain that this server follows has no transaction with this signature, or its node no longer keeps it.",
    ),
  );
}

function accounts(
  title: string,
  touched: readonly TouchedAccount[],
): readonly Child[] {
  const rows = touched.map(({ account, optionalTokenData: token }) =>
    h(
      "tr",
      {},
      h(
        "td",
        { class: "wide", "data-title": "Account" },
        keyLink(account.hash, "account", { owner: account.owner }),
      ),
      h(
        "td",
        { class: "wide", "data-title": "Owner" },
        keyLink(token?.owner ?? account.owner),
      ),
      h(
        "td",
        { class: "wide", "data-title": "Mint" },
        token ? keyLink(token.mint, "holders") : "–",
      ),
      h(
        "td",
        { class: "number", "data-title": "Amount" },
        token ? digits(token.amount) : `${digits(account.lamports)} lamports`,
      ),
    ),
  );
  const heading = (name: string, kind: string) =>
    h("th", { scope: "col", class: kind }, name);
  const head = h(
    "tr",
    {},
    heading("Account", "wide"),
    heading("Owner", "wide"),
    heading("Mint", "wide"),
    heading("Amount", "number"),
  );
  return [
    h("h2", {}, `${title} (${touched.length})`),
    touched.length > 0 &&
      h(
        "div",
        { class: "table" },
        h(
          "table",
          {},
          h("caption", { class: "for-readers" }, title),
          h("thead", {}, head),
          h("tbody", {}, ...rows),
        ),
      ),
  ];
}
