import { h } from "../dom.ts";
import { digits } from "../format.ts";
import type { Tree } from "./trees.ts";

/** A short verdict on the tree's root. */
export function treeVerdict(tree: Tree): HTMLElement {
  const [kind, text] = verdictOf(tree);
  return h("span", { class: `badge ${kind}`, title: verdictText(tree) }, text);
}

function verdictOf({
  usable,
  reason,
  checkedSlot,
}: Tree): readonly [kind: string, text: string] {
  if (!usable) return ["frozen", reason?.split(":")[0] ?? "no proofs"];
  return checkedSlot === null ? ["", "complete"] : ["good", "checked"];
}

export function verdictText({ usable, reason, checkedSlot }: Tree): string {
  if (!usable) return `No proofs now: ${reason ?? "the tree is not complete"}`;
  return checkedSlot === null
    ? "Its root has not been compared with the chain yet."
    : `The same as on chain in slot ${digits(checkedSlot)}.`;
}
