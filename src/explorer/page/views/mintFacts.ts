import { h, put, replace } from "../dom.ts";
import { digits, units } from "../format.ts";
import type { MintInfo } from "../items.ts";
import { mintInfo } from "../mints/mintInfo.ts";
import { nameOf, plainText } from "../mints/mintNames.ts";
import { copyIcon } from "../parts/copyButton.ts";
import { figures, type Figure } from "../parts/figures.ts";

const SOURCES: Readonly<Record<string, string>> = {
  compressed: "the compressed mint",
  mint: "the mint on chain",
  metaplex: "Metaplex metadata",
};

/** The name of a mint above its key; nothing if it has none. */
export function mintTitle(mint: string): HTMLElement {
  const title = h("p", { class: "mint-title" });
  void mintInfo(mint).then((info) => {
    const name = info && nameOf(info);
    if (!name) return;
    const long = plainText(info.name);
    replace(
      title,
      h("bdi", {}, name),
      long && long !== name ? h("bdi", { class: "muted" }, long) : null,
      h("span", { class: "muted small" }, `named by ${sourceText(info)}`),
    );
  });
  return title;
}

function sourceText({ nameSource }: MintInfo): string {
  return SOURCES[nameSource ?? ""] ?? "its metadata";
}

const LONGEST_URI = 120;

/** What the server knows about a mint; nothing of what it does not know. */
export function mintFacts(mint: string): HTMLElement {
  const element = h("div", { class: "key-facts" });
  void mintInfo(mint).then((info) => {
    const shown = info ? factsOf(info) : [];
    if (shown.length === 0) return;
    replace(element, figures(shown));
    if (info?.uri) put(element, uriLine(info.uri));
  });
  return element;
}

function factsOf(info: MintInfo): Figure[] {
  const { supply, decimals, holders, transactions } = info;
  const facts: (Figure | null)[] = [
    supply === null ? null : ["Supply", units(supply, decimals ?? 0)],
    decimals === null ? null : ["Decimals", digits(decimals)],
    holders === null ? null : ["Holders", digits(holders)],
    transactions === null ? null : ["Transactions", digits(transactions)],
  ];
  return facts.filter((fact) => fact !== null);
}

/** As text only: a link, or an image, would send visitors to a place that anybody chose. */
function uriLine(uri: string): HTMLElement {
  return h(
    "p",
    { class: "muted small uri" },
    h("span", {}, "Metadata:"),
    h("bdi", { class: "mono" }, plainText(uri, LONGEST_URI)),
    copyIcon("the metadata's address", uri),
  );
}
