import { h } from "../dom.ts";
import type { RawTransaction } from "../items.ts";
import { copyButton } from "../parts/copyButton.ts";

/** The transaction as the node returned it, folded away. */
export function rawSection(transaction: RawTransaction): HTMLElement {
  const text = JSON.stringify(transaction, exactNumbers, 2);
  const logs = transaction.meta?.logMessages ?? [];
  return h(
    "section",
    { class: "raw", "aria-label": "Raw" },
    logs.length > 0 && fold("Log", logs.join("\n")),
    fold("Raw transaction", text),
  );
}

function fold(title: string, text: string): HTMLElement {
  return h(
    "details",
    {},
    h("summary", {}, h("h2", {}, title)),
    h(
      "div",
      { class: "raw-bar" },
      copyButton(title.toLowerCase(), () => text),
    ),
    h(
      "pre",
      { tabindex: 0, role: "region", "aria-label": title },
      h("code", {}, text),
    ),
  );
}

/** Large numbers keep their digits, as text: JSON.stringify refuses a bigint. */
function exactNumbers(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
