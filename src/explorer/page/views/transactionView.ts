import { h, put, replace, type Child } from "../dom.ts";
import type { Touched } from "../items.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { Failure } from "../rpc.ts";
import { summarize } from "../tx/summarize.ts";
import { summaryText } from "../tx/summaryText.ts";
import type { ViewContext } from "../view.ts";
import { subjectHead } from "./subjectHead.ts";
import { accountTables, netTables } from "./transactionTables.ts";
import { transactionFacts } from "./transactionFacts.ts";
import { rawSection } from "./rawSection.ts";

const METHOD = "getTransactionWithCompressionInfo";
const UNAVAILABLE = -32005;

/** What one transaction did: who signed it, what it changed, and the accounts before and after. */
export function transactionView(context: ViewContext): HTMLElement {
  const { subject: signature } = context.route;
  const head = h("div", {}, subjectHead(signature, ["Transaction"]));
  const content = h("div", {}, h("div", { class: "panel bone-panel" }));
  const load = async (): Promise<void> => {
    content.setAttribute("aria-busy", "true");
    try {
      const params = { signature };
      const touched = (await context.ask({
        method: METHOD,
        params,
      })) as Touched;
      if (touched.transaction)
        replace(head, subjectHead(signature, kindsOf(touched), line(touched)));
      replace(content, ...sections(context, touched));
    } catch (failure) {
      if (!context.signal.aborted)
        replace(
          content,
          noticeOf(failure, () => void load()),
        );
    }
    content.removeAttribute("aria-busy");
  };
  if (context.server.methods.has(METHOD)) void load();
  else replace(content, notOffered());
  return h("div", {}, head, content);
}

function kindsOf({ transaction }: Touched): string[] {
  return ["Transaction", ...(transaction?.meta?.err ? ["Failed"] : [])];
}

function line(touched: Touched): HTMLElement {
  return h("p", { class: "subject-line" }, summaryText(summarize(touched)));
}

function sections(context: ViewContext, touched: Touched): readonly Child[] {
  const { transaction, compressionInfo } = touched;
  if (!transaction) return [unknown()];
  return [
    transactionFacts(context, transaction),
    ...netTables(compressionInfo),
    ...accountTables(compressionInfo),
    rawSection(transaction),
  ];
}

/** Servers without a node, and blocks before the index: both are ordinary and say why themselves. */
function noticeOf(failure: unknown, retry: () => void): HTMLElement {
  const isOrdinary = failure instanceof Failure && failure.code === UNAVAILABLE;
  if (!isOrdinary) return failureNotice(failure, retry);
  const notice = notOffered();
  put(notice, h("p", { class: "muted small" }, failure.message));
  return notice;
}

function notOffered(): HTMLElement {
  return emptyNotice(
    "This transaction cannot be shown here",
    h(
      "p",
      {},
      "Transactions are read from a Solana node, and this server cannot read this one. The histories of its accounts and owners list it.",
    ),
  );
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
