import type { OutsideLink } from "../cluster.ts";
import { h } from "../dom.ts";
import type { Fact } from "./factList.ts";

/** Links to public explorers. They open beside this page, and are not told where the visitor comes from. */
export function outsideFact(links: readonly OutsideLink[]): Fact {
  const anchors = links.map(({ title, href }) =>
    h(
      "a",
      { href, target: "_blank", rel: "noreferrer noopener" },
      `${title} ↗`,
    ),
  );
  return ["Elsewhere", ...anchors];
}
