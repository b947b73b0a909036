import { h, replace, type Child } from "../dom.ts";
import { digits, shortKey, units } from "../format.ts";
import type { Integer } from "../integer.ts";
import { keyMark, keyText } from "../parts/keyText.ts";
import { linkTo } from "../route.ts";
import type { MintInfo } from "../items.ts";
import { mintInfo } from "./mintInfo.ts";
import { nameOf, plainText } from "./mintNames.ts";

/** An amount in the smallest unit, until the decimals of its mint are known. */
export function tokenAmount(mint: string, value: Integer): HTMLElement {
  const element = h("span", { class: "amount" }, ...breakable(digits(value)));
  void mintInfo(mint).then((info) => {
    if (info?.decimals == null) return;
    element.title = `${digits(value)} of the smallest unit`;
    replace(element, ...breakable(units(value, info.decimals)));
  });
  return element;
}

/** A long number goes on in the next line after a comma. */
function breakable(number: string): readonly Child[] {
  const [first = "", ...groups] = number.split(/(?<=,)/);
  return [first, ...groups.flatMap((group) => [h("wbr"), group])];
}

/** The same with its sign. */
export function signedAmount(mint: string, value: Integer): HTMLElement {
  const isGain = BigInt(value) > 0n;
  return h(
    "span",
    { class: isGain ? "gain" : "loss" },
    isGain && "+",
    tokenAmount(mint, value),
  );
}

/** A link to the mint, by its name if it has one. Names are not unique, so the end of the key stays visible. */
export function mintLink(mint: string, short = false): HTMLElement {
  const label = h("span", { class: "mint-label" });
  replace(label, short ? shortKey(mint) : keyText(mint));
  void mintInfo(mint).then((info) => {
    const name = info && nameOf(info);
    if (name) replace(label, ...named(mint, name, short));
  });
  return linkOf(mint, label);
}

/** The same for a mint that is known already, with its symbol and its name. */
export function mintLabel(info: MintInfo): HTMLElement {
  const { mint } = info;
  const name = nameOf(info);
  const long = plainText(info.name);
  const parts =
    name === null
      ? [keyText(mint)]
      : [
          ...named(mint, name, true),
          long !== name && h("bdi", { class: "muted small" }, long),
        ];
  return linkOf(mint, h("span", { class: "mint-label" }, ...parts));
}

function named(mint: string, name: string, short: boolean): readonly Child[] {
  const end = h("span", { class: "mint-key" }, shortKey(mint));
  return [h("bdi", {}, name), short ? null : end];
}

function linkOf(mint: string, label: HTMLElement): HTMLElement {
  return h(
    "a",
    { href: linkTo(mint), class: "key-link", title: mint },
    keyMark(mint),
    label,
  );
}
