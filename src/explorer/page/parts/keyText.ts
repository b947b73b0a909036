import { h, svg, type Child } from "../dom.ts";
import { knownName } from "../knownNames.ts";
import { linkTo } from "../route.ts";

const TAIL = 6;

/** A key that fits the available width: its middle is cut, its end stays visible, and selecting it copies the full key. */
export function keyText(key: string): HTMLElement {
  return h(
    "span",
    { class: "key", title: key },
    h("span", { class: "key-head" }, key.slice(0, -TAIL)),
    h("span", { class: "key-tail" }, key.slice(-TAIL)),
  );
}

/** A key that links to its own page. */
export function keyLink(
  key: string,
  view = "",
  options: Readonly<Record<string, string>> = {},
): HTMLElement {
  const name = knownName(key);
  return h(
    "a",
    { href: linkTo(key, view, options), class: "key-link" },
    keyMark(key),
    name === null ? keyText(key) : h("span", { title: key }, name),
  );
}

export function keyOrNone(key: string | null): Child {
  return key === null ? none() : keyLink(key);
}

export function none(): HTMLElement {
  return h("span", { class: "none" }, "none");
}

/** Four colours derived from the key, so that keys can be told apart at a glance. */
export function keyMark(key: string): SVGElement {
  const hues = [0, 1, 2, 3].map((at) => hueOf(key, at));
  const quarters = [
    "M0 0h16L8 8z",
    "M16 0v16L8 8z",
    "M16 16H0l8-8z",
    "M0 16V0l8 8z",
  ];
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "mark", "aria-hidden": "true" },
    ...quarters.map((d, i) =>
      svg("path", { d, fill: `hsl(${hues[i]!} 62% 56%)` }),
    ),
  );
}

function hueOf(key: string, at: number): number {
  let sum = 7;
  for (let i = at; i < key.length; i += 4)
    sum = (sum * 31 + key.charCodeAt(i)) % 360_007;
  return sum % 360;
}
