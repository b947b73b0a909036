import { h } from "../dom.ts";
import { digits } from "../format.ts";
import type { Integer } from "../integer.ts";
import { linkTo } from "../route.ts";

export function slotLink(slot: Integer): HTMLElement {
  return h("a", { href: linkTo("slot", String(slot)) }, digits(slot));
}
