// The client's types and its list of methods, generated from the OpenAPI document.

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly description?: string;
}
interface Content {
  readonly "application/json": { readonly schema: Schema };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}
export interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const NOT_PART_OF_RESULTS = ["Id", "Error"];

export function clientSource({ paths, components }: Document): string {
  const { schemas } = components;
  const shapes = Object.entries(schemas)
    .filter(([name]) => !NOT_PART_OF_RESULTS.includes(name))
    .map(([name, schema]) => `export interface ${name} ${typeOf(schema)}`);
  // The client has its own ways to follow lists, which are not posted.
  const methods = Object.values(paths).flatMap(({ post }) =>
    post ? [describe(post, schemas)] : [],
  );
  return [
    "// Written by scripts/writeClient.ts from the OpenAPI document; a test compares the two.",
    'import type { Pages } from "./pages.ts";',
    ...shapes,
    `export interface Api { ${methods.map(({ signature }) => signature).join("\n")} }`,
    "/** How a method answers: the name of its list when it is paged, and where its numbers may be large. */",
    "export interface MethodShape { readonly list: string | null; readonly bigints: readonly string[] }",
    `export const METHODS: Readonly<Record<keyof Api, MethodShape>> = {${methods.map(({ entry }) => entry).join(",\n")}};`,
  ].join("\n\n");
}

function describe(
  operation: Operation,
  schemas: Document["components"]["schemas"],
) {
  const { operationId: name, summary } = operation;
  const { params } = jsonOf(operation.requestBody.content).properties!;
  const result = jsonOf(operation.responses[200].content).anyOf![0]!
    .properties!["result"]!;
  const value = result.properties?.["value"]?.properties ?? {};
  const list = "cursor" in value ? Object.keys(value)[0]! : null;
  const answer =
    list === null
      ? `Promise<${typeOf(result)}>`
      : `Pages<${typeOf(value[list]!.items!)}>`;
  const optional = params!.required ? "" : "?";
  return {
    signature: `/** ${summary} */\n${name}(params${optional}: ${typeOf(params!)}): ${answer};`,
    entry: `${name}: ${JSON.stringify({ list, bigints: bigintPaths(result, schemas) })}`,
  };
}

const jsonOf = (content: Content): Schema => content["application/json"].schema;
const nameOf = (reference: string) => reference.split("/").at(-1)!;

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.enum)
    return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.type === "array") return `readonly (${typeOf(schema.items!)})[]`;
  if (schema.type === "object") return objectType(schema);
  if (schema.type === "integer") return isBigint(schema) ? "bigint" : "number";
  return schema.type!;
}

function isBigint({ format }: Schema): boolean {
  return format === "uint64" || format === "int65";
}

function objectType({
  properties = {},
  required = [],
  additionalProperties,
}: Schema): string {
  if (additionalProperties !== false)
    return "Readonly<Record<string, unknown>>";
  if (Object.keys(properties).length === 0)
    return "Readonly<Record<string, never>>";
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    const comment = schema.description
      ? `\n/** ${schema.description} */\n`
      : "";
    return `${comment}readonly ${name}${mark}: ${typeOf(schema)};`;
  });
  return `{ ${members.join("\n")} }`;
}

/** The paths of 64-bit numbers in a result. */
function bigintPaths(
  schema: Schema,
  schemas: Document["components"]["schemas"],
): string[] {
  const found: string[] = [];
  const visit = (each: Schema, path: readonly string[]): void => {
    if (each.$ref) visit(schemas[nameOf(each.$ref)]!, path);
    else if (isBigint(each)) found.push(path.join("."));
    for (const choice of each.anyOf ?? []) visit(choice, path);
    if (each.items) visit(each.items, [...path, "*"]);
    if (each.additionalProperties !== false) return;
    for (const [name, member] of Object.entries(each.properties ?? {}))
      visit(member, [...path, name]);
  };
  visit(schema, []);
  return found;
}
