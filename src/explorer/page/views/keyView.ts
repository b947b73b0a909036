import { h, replace, type Child } from "../dom.ts";
import type { Account } from "../items.ts";
import { LISTS, type List } from "../lists.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { linkTo } from "../route.ts";
import { identify, type Subject } from "../subject.ts";
import type { ViewContext } from "../view.ts";
import { accountView } from "./accountView.ts";
import { listView } from "./listView.ts";
import { subjectHead } from "./subjectHead.ts";

/** Everything about 32 bytes: a mint, an owner, a delegate, an address or the hash of an account. */
export function keyView(context: ViewContext): HTMLElement {
  const element = h("div", {});
  const { subject: key, view } = context.route;
  const load = async (): Promise<void> => {
    replace(element, subjectHead(key, ["…"]), h("div", { class: "tabs" }));
    try {
      const subject = await identify(key, context.server, context.signal);
      replace(element, ...sections(context, subject));
    } catch (failure) {
      if (context.signal.aborted) return;
      replace(
        element,
        subjectHead(key, ["Key"]),
        failureNotice(failure, () => void load()),
      );
    }
  };
  if (view === "account" && context.route.options.has("owner"))
    replace(element, ...accountSections(context, null));
  else void load();
  return element;
}

function accountSections(
  context: ViewContext,
  account: Account | null,
): readonly Child[] {
  const { subject: key } = context.route;
  return [subjectHead(key, ["Account"]), accountView(context, account)];
}

function sections(context: ViewContext, subject: Subject): readonly Child[] {
  const { subject: key, view } = context.route;
  const asked = LISTS.find((list) => list.view === view);
  const first = subject.account && !asked ? null : subject.lists[0];
  const shown = asked ?? first;
  const wantsAccount = view === "account" || (!shown && subject.account);
  const tabs = LISTS.filter(
    (list) => list === shown || subject.lists.includes(list),
  );
  return [
    subjectHead(key, kindsOf(key, subject)),
    tabs.length + (subject.account ? 1 : 0) > 0 &&
      tabBar(key, tabs, wantsAccount ? null : (shown ?? null), subject.account),
    wantsAccount && subject.account
      ? accountView(context, subject.account)
      : shown
        ? listView(context, shown)
        : nothingKnown(),
  ];
}

function kindsOf(key: string, { lists, account }: Subject): readonly string[] {
  const kinds = lists.map(({ means }) => means).filter((kind) => kind !== null);
  if (kinds.length === 0 && lists.length > 0) kinds.push("Former owner");
  if (account)
    kinds.unshift(account.hash === key ? "Account" : "Account address");
  return [...new Set(kinds)];
}

function tabBar(
  key: string,
  lists: readonly List[],
  shown: List | null,
  account: Account | null,
): HTMLElement {
  const tab = (title: string, view: string, current: boolean) =>
    h(
      "a",
      { href: linkTo(key, view), "aria-current": current ? "page" : null },
      title,
    );
  return h(
    "nav",
    { class: "tabs", "aria-label": "Views of this key" },
    account && tab("Account", "account", shown === null),
    ...lists.map((list) => tab(list.title, list.view, list === shown)),
  );
}

function nothingKnown(): HTMLElement {
  return emptyNotice(
    "Nothing is indexed for this key",
    h(
      "p",
      {},
      "It has no compressed accounts, tokens or transactions up to the slot shown below. Accounts that were spent leave only their history.",
    ),
  );
}
