// Renders the tables of parameters and of result fields from the schemas.
import type { TSchema } from "typebox";
import { NAMED_SHAPES } from "../openapi/namedShapes.ts";
import { code, escape } from "./html.ts";

interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
}

const NAMES = new Map<unknown, string>(
  Object.entries(NAMED_SHAPES).map(([name, shape]) => [shape, name]),
);

/** The shapes that results refer to, each with its fields. */
export function shapeSections(): string {
  return Object.entries(NAMED_SHAPES)
    .map(([name, shape]) => {
      const { description = "" } = shape as Described;
      return `<article id="${name}"><h3>${name}</h3><p>${escape(upper(description))}.</p>${fieldTable(shape)}</article>`;
    })
    .join("\n");
}

export function parameterTable(params: TSchema): string {
  const { required = [], properties = {} } = params as Described;
  if (Object.keys(properties).length === 0)
    return "<p>Takes no parameters of its own.</p>";
  const rows = rowsOf(params as Described, "").map(({ path, schema }) => {
    const need = required.includes(path) ? ", required" : "";
    return row(path, `${typeText(schema)}${fallback(schema)}${need}`, schema);
  });
  return table(["parameter", "type", "what it is"], rows);
}

export function fieldTable(result: TSchema): string {
  const schema = result as Described;
  const rows = rowsOf(schema, "").map(({ path, schema }) =>
    row(path, typeText(schema), schema),
  );
  if (rows.length === 0)
    return `<p>Answers ${typeText(schema)}: ${escape(textOf(schema))}.</p>`;
  return table(["field", "type", "what it is"], rows);
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}`).join("");
  return `<div class="scroll"><table><thead><tr>${head}</thead><tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function row(path: string, type: string, schema: Described): string {
  return `<tr><td><code>${path}</code><td>${type}<td>${escape(upper(textOf(schema)))}`;
}

interface Row {
  readonly path: string;
  readonly schema: Described;
}

/** One row per field, with its path. A named shape is a single row, because its fields are listed under its name. */
function rowsOf(schema: Described, path: string): Row[] {
  const inner = withoutNull(schema);
  if (inner.items && !NAMES.has(withoutNull(inner.items)))
    return rowsOf(inner.items, `${path}[]`);
  if (NAMES.has(inner) && path !== "") return [];
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [{ path: at, schema: field }, ...rowsOf(field, at)];
  });
}

function withoutNull(schema: Described): Described {
  const choices = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return choices.length === 1 ? choices[0]! : schema;
}

function typeText(schema: Described): string {
  const inner = withoutNull(schema);
  const orNull = inner === schema || "default" in schema ? "" : " or null";
  const name = NAMES.get(inner);
  if (name) return `<a href="#${name}">${name}</a>${orNull}`;
  if (inner.items) return `list of ${typeText(inner.items)}${orNull}`;
  if (inner.enum) return inner.enum.map((each) => code(each)).join(", ");
  return `${inner.format ?? inner.type ?? "any"}${orNull}`;
}

function fallback({ default: value }: Described): string {
  return value === undefined ? "" : `, ${code(value)} when left out`;
}

function textOf(schema: Described): string {
  const inner = withoutNull(schema);
  const { description = "" } = schema.description ? schema : inner;
  return description || textOfItems(inner);
}

function textOfItems({ items }: Described): string {
  return items ? textOf(items) : "";
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
