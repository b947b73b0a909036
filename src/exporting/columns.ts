import type { TSchema } from "typebox";

/** A leaf of an item. */
export interface Column {
  /** The names of its path, joined by dots. */
  readonly name: string;
  readonly path: readonly string[];
  readonly type: "text" | "integer" | "uint64" | "decimal20" | "boolean";
}

interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** The columns of a method's list, in the order of its fields; null if its result is no list. */
export function columnsOf(result: TSchema): readonly Column[] | null {
  const { value } = (result as Shape).properties ?? {};
  const items = value?.properties?.["items"]?.items;
  return items?.properties ? leavesOf(items, []) : null;
}

function leavesOf(shape: Shape, path: readonly string[]): Column[] {
  const choice = shape.anyOf?.find(({ type }) => type !== "null");
  if (choice) return leavesOf(choice, path);
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([name, member]) =>
      leavesOf(member, [...path, name]),
    );
  return [{ name: path.join("."), path, type: typeOf(shape) }];
}

function typeOf({ type, format }: Shape): Column["type"] {
  if (type === "boolean") return "boolean";
  if (type !== "integer") return "text";
  if (format === "uint64") return "uint64";
  return format === "int65" ? "decimal20" : "integer";
}

export type Cell = string | bigint | boolean | null;

/** The values of an item's columns. */
export function cellsOf(item: unknown, columns: readonly Column[]): Cell[] {
  return columns.map(({ path }) => {
    let value: unknown = item;
    for (const name of path)
      value = (value as Record<string, unknown> | null)?.[name] ?? null;
    return value as Cell;
  });
}
