import { h, svg, type Child } from "../dom.ts";
import { digits, percent } from "../format.ts";
import { isState, isV2, kindOfTree, type Tree } from "../merkle/trees.ts";
import { treeVerdict, verdictText } from "../merkle/treeVerdict.ts";
import { type Fact, factList, keyFact } from "../parts/factList.ts";
import { keyText, none } from "../parts/keyText.ts";
import { subjectHead } from "./subjectHead.ts";

/** One Merkle tree, found by its key or its queue's. */
export function treeView(subject: string, tree: Tree): readonly Child[] {
  const isQueue = subject !== tree.tree;
  const kind = `${kindOfTree(tree)} tree`;
  return [
    subjectHead(subject, isQueue ? ["Queue", kind] : [kind]),
    factList([
      isQueue ? keyFact("Tree", tree.tree) : null,
      ["Leaves", ...fill(tree)],
      ...queueFacts(tree),
      ["Sequence number", digits(tree.rootSeq)],
      keyFact("Root", tree.root, keyText(tree.root)),
      ["Root check", treeVerdict(tree), h("span", {}, verdictText(tree))],
    ]),
    h("h2", {}, "Accounts on chain"),
    factList([
      keyFact("Tree", tree.tree, keyText(tree.tree)),
      keyFact("Queue", tree.queue, keyText(tree.queue)),
      isState(tree) ? contextFact(tree.cpiContext) : null,
      ["Height", `${digits(tree.height)} levels`],
      ["State", tree.active ? "Takes new leaves" : "Full"],
    ]),
  ];
}

function contextFact(key: string | null): Fact {
  return keyFact("CPI context", key, key === null ? none() : keyText(key));
}

function queueFacts(tree: Tree): Fact[] {
  if (!isV2(tree)) return [];
  if (!isState(tree))
    return [["New addresses", waiting(tree.queued, "to be added")]];
  return [
    ["New accounts", waiting(tree.queued, "to be added")],
    ["Spent accounts", waiting(tree.nullifiers, "to be nullified")],
  ];
}

function waiting(count: number, what: string): string {
  return count === 0 ? "None waiting" : `${digits(count)} waiting ${what}`;
}

const WIDTH = 240;
/** A used tree is never drawn as an empty one. */
const LEAST = 3;

function fill({ leaves, height }: Tree): Child[] {
  const all = 2n ** BigInt(height);
  const width = leaves === 0 ? 0 : (WIDTH * leaves) / Number(all);
  return [
    h("b", {}, digits(leaves)),
    h(
      "span",
      { class: "muted" },
      `of ${digits(all)}, ${percent(BigInt(leaves), all)}`,
    ),
    svg(
      "svg",
      {
        class: "fill",
        viewBox: `0 0 ${WIDTH} 8`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      svg("rect", { class: "fill-all", width: WIDTH, height: 8 }),
      leaves > 0 &&
        svg("rect", {
          class: "band-0",
          width: Math.max(width, LEAST),
          height: 8,
        }),
    ),
  ];
}
