import { h, replace } from "./dom.ts";
import { type KeptView, KeptViews } from "./keptViews.ts";
import { askAgain, emptyNotice, failureNotice } from "./parts/notice.ts";
import { TREES, TREES_LINK } from "./merkle/trees.ts";
import { requestPanel, type RequestPanel } from "./parts/requestPanel.ts";
import { listenForKeys } from "./parts/keyboard.ts";
import { searchBox } from "./parts/searchBox.ts";
import { statusBar } from "./parts/statusBar.ts";
import { keepTimes } from "./parts/timeText.ts";
import { themeSwitch } from "./parts/theme.ts";
import { call } from "./rpc.ts";
import { linkTo, readRoute, type Route } from "./route.ts";
import { readServer, type Server } from "./server.ts";
import type { ViewContext } from "./view.ts";
import { knowMintsOf } from "./mints/mintInfo.ts";
import { searchMintsOf } from "./mints/namedMints.ts";
import { kindOf } from "./search/readSearch.ts";
import { remember } from "./search/recents.ts";
import { keepStatus } from "./status.ts";
import { homeView } from "./views/home/homeView.ts";
import { keyView } from "./views/keyView.ts";
import { SET_ASIDE_LINK, setAsideView } from "./views/setAsideView.ts";
import { SLOT_LINK, slotView } from "./views/slotView.ts";
import { treesView } from "./views/treesView.ts";
import { transactionView } from "./views/transactionView.ts";

const main = document.querySelector("main")!;
document.querySelector("#tools")!.append(searchBox(), themeSwitch());
document.querySelector("#status")!.append(statusBar());
// The part after # is the route, so a regular link to an anchor would leave the view.
document.querySelector("#skip")!.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

const kept = new KeptViews();

function show(server: Server): void {
  const found = kept.find();
  const view = found?.view ?? openView(server);
  if (!found) kept.add(view);
  rememberPage(readRoute(location.hash));
  replace(main, view.element);
  askAgain(view.element);
  document.title = view.title;
  scrollTo(0, found?.scroll ?? 0);
}

/** For the suggestions of the search. */
function rememberPage({ subject, view }: Route): void {
  const kind = kindOf(subject);
  if (subject === SLOT_LINK)
    remember({ link: linkTo(subject, view), kind: "Slot", title: view });
  else if (kind === "signature")
    remember({ link: linkTo(subject), kind: "Transaction", title: subject });
  else if (kind === "key")
    remember({ link: linkTo(subject), kind: "Key", title: subject });
}

function openView(server: Server): KeptView {
  const leave = new AbortController();
  const panel = requestPanel();
  const context = contextOf(server, panel, leave.signal);
  const content = h("div", { class: "content" }, viewOf(context));
  return {
    leave,
    title: titleOf(context.route),
    element: h("div", { class: "view" }, content, panel.element),
  };
}

function contextOf(
  server: Server,
  panel: RequestPanel,
  signal: AbortSignal,
): ViewContext {
  return {
    route: readRoute(location.hash),
    server,
    signal,
    ask: async (request) => {
      panel.show(request);
      const answer = await call(request, signal);
      panel.show(request, answer);
      return answer.result;
    },
  };
}

function viewOf(context: ViewContext): HTMLElement {
  const { subject } = context.route;
  if (subject === "") return homeView(context);
  if (subject === TREES_LINK && context.server.methods.has(TREES))
    return treesView(context);
  if (subject === SLOT_LINK) return slotView(context);
  if (subject === SET_ASIDE_LINK) return setAsideView(context);
  const kind = kindOf(subject);
  if (kind === "key") return keyView(context);
  if (kind === "signature") return transactionView(context);
  return emptyNotice(
    "This link is not valid",
    h("p", {}, "It contains neither a key nor a signature."),
  );
}

const TITLES: Readonly<Record<string, string>> = {
  [TREES_LINK]: "Merkle trees",
  [SET_ASIDE_LINK]: "Transactions set aside",
};

function titleOf({ subject, view }: Route): string {
  const name = subject === SLOT_LINK ? `Slot ${view}` : TITLES[subject];
  if (name) return `${name} · Tachyon`;
  return subject === "" ? "Tachyon" : `${subject.slice(0, 8)}… · Tachyon`;
}

async function start(): Promise<void> {
  try {
    const server = await readServer();
    knowMintsOf(server);
    searchMintsOf(server);
    show(server);
    addEventListener("hashchange", () => {
      kept.rememberScroll();
      show(server);
      main.focus({ preventScroll: true });
    });
  } catch (failure) {
    replace(
      main,
      failureNotice(failure, () => void start()),
    );
  }
}

keepStatus();
keepTimes();
listenForKeys();
void start();
