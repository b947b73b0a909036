import { decodeExtension, decodeMint, decodeToken } from "../decodeAccount.ts";
import { h, replace, type Child } from "../dom.ts";
import { findAccount, type FoundAccount } from "../findAccount.ts";
import { digits } from "../format.ts";
import type { Account, Signature } from "../items.ts";
import { dataView } from "../parts/dataView.ts";
import { type Fact, factList } from "../parts/factList.ts";
import { keyLink, keyOrNone, keyText, none } from "../parts/keyText.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { timeText } from "../parts/timeText.ts";
import type { ViewContext } from "../view.ts";
import { pathSection } from "./pathSection.ts";
import { subjectHead } from "./subjectHead.ts";

/** One account, unspent or spent. `tabs` stand between its head and its facts. */
export function accountView(
  context: ViewContext,
  tabs: Child = null,
): HTMLElement {
  const { subject } = context.route;
  const head = h("div", {}, subjectHead(subject, ["Account"]));
  const body = h("div", { class: "account" });
  const load = async (): Promise<void> => {
    try {
      const found = await findAccount(context);
      replace(head, subjectHead(subject, kindsOf(found, subject)));
      replace(body, ...(found ? details(context, found) : [unknown()]));
    } catch (failure) {
      if (!context.signal.aborted)
        replace(
          body,
          failureNotice(failure, () => void load()),
        );
    }
  };
  void load();
  return h("div", {}, head, tabs, body);
}

function kindsOf(found: FoundAccount | null, subject: string): string[] {
  if (!found) return [];
  const { account, isSpent } = found;
  const kinds = [subject === account?.address ? "Account address" : "Account"];
  if (account && decodeToken(account)) kinds.push("Token account");
  if (account && decodeMint(account)) kinds.push("Compressed mint");
  if (isSpent) kinds.push("Spent");
  return kinds;
}

function details(context: ViewContext, found: FoundAccount): readonly Child[] {
  const { account, isSpent, history } = found;
  if (!account)
    return [
      factList(lifeFacts(history, isSpent)),
      emptyNotice(
        "This account is spent",
        h(
          "p",
          {},
          "The server cannot read the transactions that made and spent it, which contain what it was.",
        ),
      ),
    ];
  const { data } = account;
  const meaning = [...tokenFacts(account), ...mintFacts(account)];
  return [
    meaning.length > 0 && factList(meaning),
    meaning.length > 0 && h("h2", {}, "Compressed account"),
    factList([...accountFacts(account), ...lifeFacts(history, isSpent)]),
    ...(isSpent ? [] : pathSection(context, account)),
    h("h2", {}, "Data"),
    data ? dataView(data) : emptyNotice("This account has no data"),
  ];
}

function tokenFacts(account: Account): Fact[] {
  const token = decodeToken(account);
  if (!token) return [];
  const extension = token.tlv === null ? null : decodeExtension(token.tlv);
  const facts: Fact[] = [
    ["Amount", h("b", {}, digits(token.amount))],
    ["Mint", keyLink(token.mint, "holders")],
    ["Token owner", keyLink(token.owner, "tokens")],
    ["Delegate", keyOrNone(token.delegate)],
    ["State", stateBadge(token.state)],
  ];
  if (extension)
    facts.push([
      "Compressed from chain",
      `${digits(extension.delegated)} delegated, ${digits(extension.withheld)} withheld`,
      extension.isAta && h("span", { class: "badge" }, "associated account"),
    ]);
  else if (token.tlv !== null)
    facts.push(["Extensions", h("code", {}, token.tlv)]);
  return facts;
}

export function stateBadge(state: string): HTMLElement {
  return h(
    "span",
    { class: `badge ${state === "frozen" ? "frozen" : ""}` },
    state,
  );
}

function mintFacts(account: Account): Fact[] {
  const mint = decodeMint(account);
  if (!mint) return [];
  return [
    ["Mint", keyLink(mint.mint, "holders")],
    ["Supply", digits(mint.supply)],
    ["Decimals", digits(mint.decimals)],
    ["Mint authority", keyOrNone(mint.mintAuthority)],
    ["Freeze authority", keyOrNone(mint.freezeAuthority)],
  ];
}

function accountFacts(account: Account): Fact[] {
  const { data } = account;
  return [
    ["Hash", keyText(account.hash)],
    ["Address", keyOrNone(account.address)],
    ["Program", keyLink(account.owner, "accounts")],
    ["Lamports", digits(account.lamports)],
    ["Tree", keyLink(account.tree)],
    ["Leaf index", digits(account.leafIndex)],
    ["Sequence number", account.seq === null ? none() : digits(account.seq)],
    ["Created in slot", digits(account.slotCreated)],
    ["Data hash", data ? keyText(data.dataHash) : none()],
  ];
}

/** The oldest transaction made it. A spent account may have only the one that spent it: the index may begin in between. */
function lifeFacts(history: readonly Signature[], isSpent: boolean): Fact[] {
  const [newest, oldest] = history;
  const fact = (title: string, { signature, blockTime }: Signature): Fact => [
    title,
    keyLink(signature),
    h("span", { class: "muted nowrap" }, timeText(blockTime)),
  ];
  if (!newest) return [];
  if (oldest) return [fact("Made by", oldest), fact("Spent by", newest)];
  return [fact(isSpent ? "Spent by" : "Made by", newest)];
}

function unknown(): HTMLElement {
  return emptyNotice(
    "No account has this hash",
    h("p", {}, "It may be on another cluster, or not indexed yet."),
  );
}
