import { clusterOf, outsideLinks, type What } from "../cluster.ts";
import { h, put, replace, type Child } from "../dom.ts";
import { onStatus } from "../status.ts";
import type { ViewContext } from "../view.ts";
import { type Fact, factList } from "./factList.ts";

/** Facts, and links to public explorers as soon as the chain is known to be one of theirs. */
export function factsWithLinks(
  context: ViewContext,
  facts: readonly (Fact | null)[],
  what: What,
  id: string,
): HTMLElement {
  const element = h("div", {}, factList(facts));
  onLinks(context, what, id, (links) => {
    replace(element, factList([...facts, ["Also on", ...links]]));
  });
  return element;
}

/** The same in a line, for keys that exist on the chain, too. */
export function elsewhereLine(context: ViewContext, key: string): HTMLElement {
  const element = h("p", { class: "muted small elsewhere" });
  onLinks(context, "address", key, (links) => {
    put(element, "Also on", ...links);
  });
  return element;
}

function onLinks(
  { signal }: ViewContext,
  what: What,
  id: string,
  react: (links: readonly Child[]) => void,
): void {
  let isDone = false;
  onStatus((status) => {
    if (!status || isDone) return;
    isDone = true;
    const links = outsideLinks(clusterOf(status), what, id);
    if (links.length > 0) react(links.map(anchor));
  }, signal);
}

/** It opens beside this page, and is not told where the visitor comes from. */
function anchor({ title, href }: { title: string; href: string }): Child {
  const rel = "noreferrer noopener";
  const attributes = { href, target: "_blank", rel, class: "nowrap" };
  return h("a", attributes, `${title} ↗`);
}
