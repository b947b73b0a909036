import { decodeMint, decodeToken } from "../decodeAccount.ts";
import { h, replace, type Child } from "../dom.ts";
import { decodeExtensions } from "../extensions.ts";
import { findAccount, type FoundAccount } from "../findAccount.ts";
import { digits, sol, units } from "../format.ts";
import type { Account, Signature } from "../items.ts";
import { mintLink, tokenAmount } from "../mints/tokenText.ts";
import { dataView } from "../parts/dataView.ts";
import { type Fact, factList, keyFact, withCopy } from "../parts/factList.ts";
import { keyLink, keyText, none } from "../parts/keyText.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { slotLink } from "../parts/slotLink.ts";
import { stateBadge } from "../parts/stateBadge.ts";
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

function details(
  context: ViewContext,
  { account, isSpent, history, queue }: FoundAccount,
): readonly Child[] {
  if (!account)
    return [
      factList(lifeFacts(history, isSpent)),
      emptyNotice(
        "This account is spent",
        h(
          "p",
          {},
          "The server cannot read the transactions that created and spent it, which contain what it was.",
        ),
      ),
    ];
  const { data } = account;
  const meaning = [...tokenFacts(account), ...mintFacts(account)];
  return [
    meaning.length > 0 && factList(meaning),
    meaning.length > 0 && h("h2", {}, "Compressed account"),
    factList([...accountFacts(account, queue), ...lifeFacts(history, isSpent)]),
    ...(isSpent ? [] : pathSection(context, account)),
    h("h2", {}, "Data"),
    data ? dataView(data) : emptyNotice("This account has no data"),
  ];
}

function tokenFacts(account: Account): Fact[] {
  const token = decodeToken(account);
  if (!token) return [];
  const extensions = token.tlv === null ? [] : decodeExtensions(token.tlv);
  return [
    ["Amount", h("b", {}, tokenAmount(token.mint, token.amount))],
    keyFact("Mint", token.mint, mintLink(token.mint)),
    keyFact("Token owner", token.owner),
    keyFact("Delegate", token.delegate),
    ["State", stateBadge(token.state)],
    ...extensions.map(({ name, text }): Fact => [name, text]),
  ];
}

function mintFacts(account: Account): Fact[] {
  const mint = decodeMint(account);
  if (!mint) return [];
  return [
    keyFact("Mint", mint.mint, mintLink(mint.mint)),
    ["Supply on chain", units(mint.supply, mint.decimals)],
    ["Decimals", digits(mint.decimals)],
    keyFact("Mint authority", mint.mintAuthority),
    keyFact("Freeze authority", mint.freezeAuthority),
  ];
}

function lamportsNote({ lamports }: Account): Child {
  if (lamports === 0) return null;
  return h("span", { class: "muted" }, sol(lamports));
}

function accountFacts(account: Account, queue: string | null): (Fact | null)[] {
  const { data } = account;
  return [
    keyFact("Hash", account.hash, keyText(account.hash)),
    keyFact("Address", account.address),
    keyFact("Program", account.owner),
    ["Lamports", digits(account.lamports), lamportsNote(account)],
    keyFact("Tree", account.tree),
    queue === null ? null : keyFact("Queue", queue),
    ["Leaf index", digits(account.leafIndex)],
    ["Sequence number", account.seq === null ? none() : digits(account.seq)],
    ["Created in slot", slotLink(account.slotCreated)],
    data
      ? keyFact("Data hash", data.dataHash, keyText(data.dataHash))
      : ["Data hash", none()],
  ];
}

/** The oldest transaction created it. A spent account may have only the one that spent it: the index may begin in between. */
function lifeFacts(history: readonly Signature[], isSpent: boolean): Fact[] {
  const [newest, oldest] = history;
  const fact = (title: string, { signature, blockTime }: Signature): Fact => [
    title,
    withCopy("signature", signature, keyLink(signature)),
    h("span", { class: "muted nowrap" }, timeText(blockTime)),
  ];
  if (!newest) return [];
  if (oldest) return [fact("Created by", oldest), fact("Spent by", newest)];
  return [fact(isSpent ? "Spent by" : "Created by", newest)];
}

function unknown(): HTMLElement {
  return emptyNotice(
    "No account has this hash",
    h("p", {}, "It may be on another cluster, or not indexed yet."),
  );
}
