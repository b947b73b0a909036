import { h, replace } from "./dom.ts";
import { type KeptView, KeptViews } from "./keptViews.ts";
import { emptyNotice, failureNotice } from "./parts/notice.ts";
import { TREES, TREES_LINK } from "./merkle/trees.ts";
import { requestPanel, type RequestPanel } from "./parts/requestPanel.ts";
import { kindOf, searchBox } from "./parts/searchBox.ts";
import { statusBar } from "./parts/statusBar.ts";
import { keepTimes } from "./parts/timeText.ts";
import { themeSwitch } from "./parts/theme.ts";
import { call } from "./rpc.ts";
import { readRoute } from "./route.ts";
import { readServer, type Server } from "./server.ts";
import type { ViewContext } from "./view.ts";
import { homeView } from "./views/home.ts";
import { keyView } from "./views/keyView.ts";
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
  replace(main, view.element);
  document.title = view.title;
  scrollTo(0, found?.scroll ?? 0);
}

function openView(server: Server): KeptView {
  const leave = new AbortController();
  const panel = requestPanel();
  const context = contextOf(server, panel, leave.signal);
  const content = h("div", { class: "content" }, viewOf(context));
  return {
    leave,
    title: titleOf(context.route.subject),
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
  const kind = kindOf(subject);
  if (kind === "key") return keyView(context);
  if (kind === "signature") return transactionView(context);
  return emptyNotice(
    "This link is not valid",
    h("p", {}, "It contains neither a key nor a signature."),
  );
}

function titleOf(subject: string): string {
  if (subject === TREES_LINK) return "Merkle trees · Tachyon";
  return subject === "" ? "Tachyon" : `${subject.slice(0, 8)}… · Tachyon`;
}

async function start(): Promise<void> {
  try {
    const server = await readServer();
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

keepTimes();
void start();
