import { NAMES } from "../knownNames.ts";
import type { MintInfo } from "../items.ts";
import { nameOf, plainText } from "../mints/mintNames.ts";
import { linkTo } from "../route.ts";
import { readSearch, type Target } from "./readSearch.ts";
import { recents } from "./recents.ts";

const MOST = 8;

/** Suggestions for what is typed so far: what it reads as, then names and recent pages that contain it. */
export function suggest(
  typed: string,
  mints: readonly MintInfo[],
): readonly Target[] {
  const text = typed.trim();
  if (text === "") return recents();
  const read = readSearch(text);
  const found = [...pages(), ...programs(), ...mints.map(mintTarget)].filter(
    (target) => matches(target, text),
  );
  const recent = recents().filter((target) => matches(target, text));
  const all = [...(read ? [read] : []), ...found, ...recent];
  const byLink = new Map(all.reverse().map((target) => [target.link, target]));
  return [...byLink.values()].reverse().slice(0, MOST);
}

function matches({ title, link }: Target, text: string): boolean {
  const part = text.toLowerCase();
  return (
    title.toLowerCase().includes(part) ||
    link.toLowerCase().startsWith(`#/${part}`)
  );
}

function pages(): readonly Target[] {
  return [
    { link: linkTo("trees"), kind: "Page", title: "Merkle trees" },
    {
      link: linkTo("set-aside"),
      kind: "Page",
      title: "Transactions set aside",
    },
  ];
}

function programs(): readonly Target[] {
  return Object.entries(NAMES).map(([key, title]) => ({
    link: linkTo(key),
    kind: "Program",
    title,
  }));
}

function mintTarget(info: MintInfo): Target {
  const symbol = nameOf(info) ?? "";
  const name = plainText(info.name);
  const title = name && name !== symbol ? `${symbol} · ${name}` : symbol;
  return { link: linkTo(info.mint), kind: "Mint", title };
}
