import { h, svg } from "../dom.ts";
import { isRight } from "../merkle/foldPath.ts";
import { keyText } from "./keyText.ts";

/** A path to draw. `nodes` are those known so far, by level: the leaf and the root, or all after a check. */
export interface DrawnPath {
  readonly leafIndex: number;
  readonly siblings: readonly string[];
  readonly nodes: readonly (string | undefined)[];
  /** Levels at which the sibling is an empty subtree. */
  readonly empty: ReadonlySet<number>;
}

const ROW = 26;
const LEFT = 18;
const RIGHT = 54;
const WIDTH = 72;

/** The path from the root, at the top, to the leaf: on each level the node on the path and its sibling. */
export function pathPicture(path: DrawnPath): HTMLElement {
  const levels = path.siblings.length;
  const rows = Array.from({ length: levels + 1 }, (_, i) =>
    rowOf(path, levels - i),
  );
  return h(
    "div",
    { class: "path" },
    ladder(path),
    h("ol", { "aria-label": "From the root to the leaf" }, ...rows),
  );
}

function rowOf(path: DrawnPath, level: number): HTMLElement {
  const { siblings, nodes, empty, leafIndex } = path;
  const node = nodes[level];
  const sibling = siblings[level];
  const side = isRight(leafIndex, level) ? "left" : "right";
  return h(
    "li",
    {},
    h("span", { class: "path-level" }, nameOf(level, siblings.length)),
    node === undefined
      ? h("span", { class: "muted" }, "to be computed")
      : keyText(node),
    h(
      "span",
      { class: "path-sibling" },
      sibling !== undefined &&
        h("span", { class: "for-readers" }, `sibling on the ${side}: `),
      sibling !== undefined && empty.has(level)
        ? h("span", { title: sibling }, "empty")
        : sibling !== undefined && keyText(sibling),
    ),
  );
}

function nameOf(level: number, levels: number): string {
  if (level === levels) return "root";
  return level === 0 ? "leaf" : String(level);
}

function ladder({ siblings, nodes, empty, leafIndex }: DrawnPath): SVGElement {
  const levels = siblings.length;
  const height = (levels + 1) * ROW;
  const yOf = (level: number) => height - level * ROW - ROW / 2;
  const xOf = (level: number) =>
    level === levels
      ? (LEFT + RIGHT) / 2
      : isRight(leafIndex, level)
        ? RIGHT
        : LEFT;
  const lines: SVGElement[] = [];
  const dots: SVGElement[] = [];
  for (let level = 0; level <= levels; level++) {
    const [x, y] = [xOf(level), yOf(level)];
    const state = nodes[level] === undefined ? "node" : "node known";
    dots.push(svg("circle", { class: state, cx: x, cy: y, r: 5 }));
    if (level === levels) break;
    const other = LEFT + RIGHT - x;
    const [up, above] = [xOf(level + 1), yOf(level + 1)];
    const line = (from: number, name: string) =>
      svg("line", { class: name, x1: from, y1: y, x2: up, y2: above });
    lines.push(line(other, "beside"), line(x, "on-path"));
    const name = empty.has(level) ? "sibling hollow" : "sibling";
    dots.push(
      svg("rect", { class: name, x: other - 4, y: y - 4, width: 8, height: 8 }),
    );
  }
  return svg(
    "svg",
    {
      class: "ladder",
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      "aria-hidden": "true",
    },
    ...lines,
    ...dots,
  );
}
