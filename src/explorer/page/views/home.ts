import { signatureColumns } from "../columns.ts";
import { h, replace } from "../dom.ts";
import type { InContext, Page, Signature } from "../items.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import { EVERY_MS } from "../parts/statusBar.ts";
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
    if (live && document.visibilityState === "visible") {
      const fresh = await newerThan(newest, context.signal).catch(() => []);
      newest = fresh[0]?.signature ?? newest;
      if (fresh.length > 0) table.prepend(fresh);
    }
    setTimeout(() => void tick(), EVERY_MS);
  };
  setTimeout(() => void tick(), EVERY_MS);
  return h(
    "div",
    {},
    h(
      "div",
      { class: "title-row" },
      h("h1", {}, "Latest transactions"),
      liveSwitch((on) => {
        live = on;
      }),
    ),
    table.element,
  );
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

function liveSwitch(change: (on: boolean) => void): HTMLButtonElement {
  let on = true;
  const label = h("span", {}, "Live");
  const button = h(
    "button",
    { type: "button", class: "live", "aria-pressed": "true" },
    h("span", { class: "pulse" }),
    label,
  );
  button.addEventListener("click", () => {
    on = !on;
    button.setAttribute("aria-pressed", String(on));
    replace(label, on ? "Live" : "Paused");
    change(on);
  });
  return button;
}
