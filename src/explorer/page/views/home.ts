import { signatureColumns } from "../columns.ts";
import { h, replace } from "../dom.ts";
import { isReachable, onReachable } from "../reachable.ts";
import type { InContext, Page, Signature } from "../items.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import { TREES, TREES_LINK } from "../merkle/trees.ts";
import { EVERY_MS } from "../parts/statusBar.ts";
import { linkTo } from "../route.ts";
import { call } from "../rpc.ts";
import type { ViewContext } from "../view.ts";

const METHOD = "getLatestCompressionSignatures";
const PAGE = 50;

/** The newest transactions; new ones appear at the top. */
export function homeView(context: ViewContext): HTMLElement {
  let newest = "";
  let live = true;
  const table = new PagedTable<Signature>({
    caption: "Latest transactions with compressed state",
    columns: signatureColumns,
    fetch: async (cursor) => {
      const params = { limit: PAGE, ...(cursor && { cursor }) };
      const { value } = (await context.ask({
        method: METHOD,
        params,
      })) as InContext<Page<Signature>>;
      if (!cursor) newest = value.items[0]?.signature ?? "";
      return value;
    },
    empty: [
      "No transactions yet",
      "They appear here as soon as they are indexed.",
    ],
  });
  const tick = async (): Promise<void> => {
    if (context.signal.aborted) return;
    const isSeen = document.visibilityState === "visible" && row.isConnected;
    if (live && isSeen) {
      const fresh = await newerThan(newest, context.signal).catch(() => []);
      newest = fresh[0]?.signature ?? newest;
      if (fresh.length > 0) table.prepend(fresh);
    }
    setTimeout(() => void tick(), EVERY_MS);
  };
  setTimeout(() => void tick(), EVERY_MS);
  const row = h(
    "div",
    { class: "title-row" },
    h("h1", {}, "Latest transactions"),
    context.server.methods.has(TREES) &&
      h(
        "a",
        { class: "beside-title", href: linkTo(TREES_LINK) },
        "Merkle trees",
      ),
    liveSwitch(context.signal, (on) => {
      live = on;
    }),
  );
  return h("div", {}, row, table.element);
}

/** Transactions newer than the newest one shown, at most one page of them. */
async function newerThan(
  newest: string,
  signal: AbortSignal,
): Promise<readonly Signature[]> {
  const { result } = await call(
    { method: METHOD, params: { limit: PAGE } },
    signal,
  );
  const { items } = (result as InContext<Page<Signature>>).value;
  const at = items.findIndex(({ signature }) => signature === newest);
  return at < 0 ? items : items.slice(0, at);
}

const STATES = { live: "Live", paused: "Paused", lost: "No answer" } as const;

function liveSwitch(
  signal: AbortSignal,
  change: (on: boolean) => void,
): HTMLButtonElement {
  let on = true;
  const label = h("span", {}, "Live");
  const button = h(
    "button",
    { type: "button", class: "live", "aria-pressed": "true" },
    h("span", { class: "pulse" }),
    label,
  );
  const show = (): void => {
    const state = !isReachable() ? "lost" : on ? "live" : "paused";
    button.dataset["state"] = state;
    button.setAttribute("aria-pressed", String(on));
    replace(label, STATES[state]);
  };
  button.addEventListener("click", () => {
    on = !on;
    show();
    change(on);
  });
  onReachable(show, signal);
  return button;
}
