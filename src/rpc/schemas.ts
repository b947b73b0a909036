// What the schemas of answers are made of. `render/` writes the text that they describe.
import { Type, type TSchema } from "typebox";

export const U64_MAX = 2n ** 64n - 1n;

/** `what` describes the value; documents and clients show it beside the type. */
export const base58 = (bytes: number, what: string) =>
  Type.String({ description: `${what}; base58 of ${bytes} bytes` });
export const key = (what: string) => base58(32, what);
export const base64 = (what: string) =>
  Type.String({ description: `${what}; base64 with padding` });
/** The description is attached to the union, where readers look for it. */
export const orNull = (schema: TSchema) =>
  Type.Union([schema, Type.Null()], descriptionOf(schema));
/** Number(U64_MAX) is the nearest JavaScript number; the OpenAPI document prints every digit. */
export const u64 = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number(U64_MAX),
    format: "uint64",
    description,
  });
export const count = (description: string) =>
  Type.Integer({ minimum: 0, description });
export const closed = (
  properties: Record<string, TSchema>,
  description?: string,
) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description && { description }),
  });
export const listOf = (item: TSchema, description: string) =>
  Type.Array(item, { description });

function descriptionOf(schema: TSchema): { description?: string } {
  const { description } = schema as { description?: string };
  return description === undefined ? {} : { description };
}

export const slotOf = (description: string) =>
  Type.Integer({ minimum: 0, description });
export const slot = slotOf("the last indexed slot, which the answer describes");

/** A result together with the slot it describes. */
export function withContext(value: TSchema) {
  const context = closed({ slot }, "the state that the answer describes");
  return closed({ context, value });
}

export function pageSchema(item: TSchema, list = "items") {
  const cursor = Type.String({
    description:
      "pass it to the next call to get the next page; null at the end of the list",
  });
  return withContext(
    closed(
      { [list]: listOf(item, "the items of the page"), cursor: orNull(cursor) },
      "a page of the list",
    ),
  );
}
