import { h, replace, type Child } from "../dom.ts";
import { listsOf, type List } from "../lists.ts";
import { findTree } from "../merkle/trees.ts";
import { emptyNotice, failureNotice } from "../parts/notice.ts";
import { elsewhereLine } from "../parts/outsideLinks.ts";
import { linkTo } from "../route.ts";
import { identify, type Subject } from "../subject.ts";
import type { ViewContext } from "../view.ts";
import { accountView } from "./accountView.ts";
import { listView } from "./listView.ts";
import { mintFacts, mintTitle } from "./mintFacts.ts";
import { mintOverTime, OVER_TIME } from "./mintOverTime.ts";
import { ownerFacts } from "./ownerFacts.ts";
import { treeView } from "./treeView.ts";
import { subjectHead } from "./subjectHead.ts";

/** Everything about 32 bytes: a mint, an owner, a delegate, an address or the hash of an account. */
export function keyView(context: ViewContext): HTMLElement {
  const element = h("div", {});
  const { subject: key, view } = context.route;
  const load = async (): Promise<void> => {
    replace(element, subjectHead(key, ["…"]), h("div", { class: "tabs" }));
    try {
      const subject = await identify(key, context.server, context.signal);
      const { lists, isAccount, isMint } = subject;
      const isUnknown = lists.length === 0 && !isAccount && !isMint;
      const tree = isUnknown && !view ? await findTree(context) : null;
      replace(
        element,
        ...(tree ? treeView(key, tree) : sections(context, subject)),
      );
      showTab(element);
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
    replace(element, accountView(context));
  else void load();
  return element;
}

function sections(context: ViewContext, subject: Subject): readonly Child[] {
  const { subject: key, view } = context.route;
  const offered = listsOf(context.server);
  const asked = offered.find((list) => list.view === view);
  const first = subject.isAccount && !asked ? null : subject.lists[0];
  const shown = asked ?? first;
  const wantsAccount =
    subject.isAccount && (view === "account" || shown === undefined || !shown);
  const listed = offered.filter(
    (list) => list === shown || subject.lists.includes(list),
  );
  const tabs =
    listed.length > 0 &&
    tabBar(
      key,
      tabsOf(listed, subject),
      wantsAccount
        ? "account"
        : view === OVER_TIME
          ? view
          : (shown?.view ?? ""),
    );
  if (wantsAccount) return [accountView(context, tabs)];
  const kinds = kindsOf(subject);
  const isMint = kinds.includes("Mint");
  const hasHistory = offered.some(({ view }) => view === "transfers");
  return [
    subjectHead(key, kinds, isMint ? mintTitle(key) : null),
    isMint ? mintFacts(key) : ownerFacts(context, subject),
    kinds.length > 0 && elsewhereLine(context, key),
    tabs,
    view === OVER_TIME && isMint && hasHistory
      ? mintOverTime(context)
      : shown
        ? listView(context, shown)
        : isMint
          ? emptyNotice("No compressed tokens of this mint yet")
          : nothingKnown(),
  ];
}

function kindsOf(subject: Subject): readonly string[] {
  const { lists } = subject;
  const kinds = lists.map(({ means }) => means).filter((kind) => kind !== null);
  if (kinds.length === 0 && lists.length > 0) kinds.push("Former owner");
  if (subject.isMint) kinds.unshift("Mint");
  if (subject.isAccount) kinds.unshift("Account");
  return [...new Set(kinds)];
}

interface Tab {
  readonly title: string;
  readonly view: string;
}

function tabsOf(
  lists: readonly List[],
  { isAccount }: Subject,
): readonly Tab[] {
  const tabs: Tab[] = isAccount ? [{ title: "Account", view: "account" }] : [];
  for (const list of lists) {
    tabs.push(list);
    if (list.view === "transfers")
      tabs.push({ title: "Over time", view: OVER_TIME });
  }
  return tabs;
}

/** On phones not all tabs fit. scrollIntoView would let the Tab key start there, and not at the top of the page. */
function showTab(view: HTMLElement): void {
  const tab = view.querySelector<HTMLElement>("[aria-current=page]");
  const bar = tab?.parentElement;
  if (!bar) return;
  const beyond =
    tab.getBoundingClientRect().right - bar.getBoundingClientRect().right;
  if (beyond > 0) bar.scrollLeft += beyond;
}

function tabBar(key: string, tabs: readonly Tab[], shown: string): HTMLElement {
  return h(
    "nav",
    { class: "tabs", "aria-label": "Views of this key" },
    ...tabs.map(({ title, view }) =>
      h(
        "a",
        {
          href: linkTo(key, view),
          "aria-current": view === shown ? "page" : null,
        },
        title,
      ),
    ),
  );
}

function nothingKnown(): HTMLElement {
  return emptyNotice(
    "Nothing is indexed for this key",
    h(
      "p",
      {},
      "It has no compressed accounts, tokens or transactions up to the slot shown above.",
    ),
  );
}
