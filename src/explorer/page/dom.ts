// The page is built from DOM nodes, never from HTML text, so that chain data cannot inject elements.

type Attribute = string | number | boolean | null | ((event: Event) => void);
export type Attributes = Readonly<Record<string, Attribute>>;
export type Child = Node | string | number | null | false;

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

/** Adds children; null and false are skipped. */
export function put(parent: Element, ...children: readonly Child[]): void {
  for (const child of children)
    if (child !== null && child !== false)
      parent.append(typeof child === "number" ? String(child) : child);
}

export function replace(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  put(parent, ...children);
}
