import { h, replace } from "../../dom.ts";
import { linkTo } from "../../route.ts";
import type { Summary } from "../../tx/summarize.ts";

const ORDER = ["A transfer", "A mint", "An owner", "An account", "A slot"];

/** Pages to begin with, taken from the transactions on the page: each kind once. */
export function examples() {
  const list = h("ul", { class: "chips" });
  const element = h(
    "nav",
    { class: "examples", "aria-label": "Examples", hidden: true },
    h("span", { class: "muted" }, "Try"),
    list,
  );
  const links = new Map<string, string>();
  const add = (title: string, link: string): void => {
    if (links.has(title)) return;
    links.set(title, link);
    const known = ORDER.filter((each) => links.has(each));
    const chips = known.map((each) =>
      h("li", {}, h("a", { class: "chip", href: links.get(each)! }, each)),
    );
    replace(list, ...chips);
    element.hidden = false;
  };
  const see = (
    signature: string,
    { action, amount, from, to, account }: Summary,
  ): void => {
    if (account !== null) add("An account", linkTo(account));
    const [owner] = [...to, ...from];
    if (!amount || owner === undefined) return;
    add("An owner", linkTo(owner));
    if (amount.mint !== null) add("A mint", linkTo(amount.mint));
    if (action === "Transfer") add("A transfer", linkTo(signature));
  };
  return { element, add, see };
}
