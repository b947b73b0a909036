import { h, type Child } from "../dom.ts";
import { shortKey, sol } from "../format.ts";
import { knownName } from "../knownNames.ts";
import { mintLink, tokenAmount } from "../mints/tokenText.ts";
import { keyMark } from "../parts/keyText.ts";
import { linkTo } from "../route.ts";
import type { Summary } from "./summarize.ts";

/** "Transfer 1,561 of MINT from A to B". */
export function summaryText(summary: Summary): HTMLElement {
  const { action, amount, from, to, note } = summary;
  return h(
    "span",
    { class: "summary" },
    h("span", { class: `badge act ${kindOf(action)}` }, action),
    ...(amount ? amountParts(amount) : []),
    ...people(amount || to.length > 0 ? "from" : "of", from),
    ...people("to", to),
    note !== null && h("span", { class: "muted" }, note),
  );
}

function amountParts({ mint, value }: NonNullable<Summary["amount"]>): Child[] {
  if (mint === null) return [h("b", {}, sol(value))];
  return [h("b", {}, tokenAmount(mint, value)), mintLink(mint, true)];
}

function people(word: string, keys: readonly string[]): Child[] {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  const who =
    others.length > 0
      ? h("span", { class: "muted" }, `${keys.length} owners`)
      : shortLink(first);
  return [
    h("span", { class: "who" }, h("span", { class: "muted" }, word), who),
  ];
}

export function shortLink(key: string): HTMLElement {
  return h(
    "a",
    { href: linkTo(key), class: "key-link", title: key },
    keyMark(key),
    h("span", {}, knownName(key) ?? shortKey(key)),
  );
}

/** Colours by what happens to balances. */
function kindOf(action: string): string {
  if (action === "Mint" || action === "Compress") return "act-in";
  if (action === "Burn" || action === "Decompress") return "act-out";
  if (action === "Failed") return "frozen";
  return action === "Transfer" ? "act-move" : "";
}
