import { describeBound } from "../answerBound.ts";
import { Type, type TSchema } from "typebox";
import { isRawNumber, parseRawNumbers } from "../../codecs/rawNumberJson.ts";
import { withCommonParams } from "../commonParams.ts";
import { ERRORS } from "../errors.ts";
import { EXAMPLES } from "./examples.ts";
import { listPaths } from "./openapiLists.ts";
import { NAMED_SHAPES } from "./namedShapes.ts";
import { U64_MAX } from "../schemas.ts";
import type { Method, Methods } from "../method.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: TSchema, examples: object = {}) => ({
  "application/json": { schema, ...examples },
});
const named = (methods: Methods) =>
  Object.entries(methods).map(([name, method]) => ({ name, method }));

/** The OpenAPI 3.1 document of the methods, as JSON text. */
export function renderOpenApi(methods: Methods, version: string): string {
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Tachyon",
      version,
      description:
        "JSON-RPC 2.0 over HTTP. Requests are accepted on any path. If its last segment is the name of a method, the request's method must match. " +
        "Parameters may be given by position, in the order listed; commitment and minContextSlot only by name. Batches are answered in order.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths: {
      ...Object.fromEntries(
        named(methods).map(({ name, method }) => [
          `/${name}`,
          { post: operation(name, method) },
        ]),
      ),
      ...listPaths(methods),
    },
    components: { schemas: { ...NAMED_SHAPES, Id: id, Error: failure } },
  };
  return JSON.stringify(withReferences(document), exactNumbers);
}

function operation(name: string, method: Method) {
  const example = EXAMPLES[name];
  return {
    operationId: name,
    summary: method.summary,
    description: `Costs ${method.cost}. ${describeBound(method.bound)}`,
    "x-cost": method.cost,
    "x-max-items": method.bound.items,
    "x-max-bytes": method.bound.bytes,
    requestBody: {
      required: true,
      content: json(
        request(name, method),
        example && { example: parseRawNumbers(example.request) },
      ),
    },
    responses: {
      200: {
        description: "The result, or an error.",
        content: json(
          Type.Union([success(method), ref("Error")]),
          example && { examples: answers(example.response) },
        ),
      },
      204: { description: "A notification: no id, no answer." },
      413: { description: "The body is too large." },
      415: { description: "The content type is not application/json." },
      503: { description: "The server is shutting down." },
    },
  };
}

function answers(response: string) {
  const { code, when } = ERRORS.invalidParams;
  const error = { code, message: "limit: must be an integer from 0 to 1000" };
  return {
    result: { summary: "A result", value: parseRawNumbers(response) },
    error: {
      summary: `An error: ${when}`,
      value: { jsonrpc: "2.0", id: "test-account", error },
    },
  };
}

function request(name: string, method: Method): TSchema {
  const params = withCommonParams(method.params);
  const needsParams = "required" in params;
  return Type.Object({
    jsonrpc: Type.Literal("2.0"),
    id: ref("Id"),
    method: Type.Literal(name),
    params: needsParams ? params : Type.Optional(params),
  });
}

function success({ result }: Method): TSchema {
  return Type.Object(
    { jsonrpc: Type.Literal("2.0"), id: ref("Id"), result },
    { additionalProperties: false },
  );
}

const id = Type.Union([Type.String(), Type.Number(), Type.Null()], {
  description: "Any of these; it is returned exactly as sent.",
});

const failure = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: ref("Id"),
    error: Type.Object(
      {
        code: Type.Union(
          Object.values(ERRORS).map(({ code, when }) =>
            Type.Literal(code, { description: when }),
          ),
        ),
        message: Type.String(),
        data: Type.Optional(
          Type.Object(
            { contextSlot: Type.Integer({ minimum: 0 }) },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** Replaces each named shape by a reference; shapes are compared by identity. */
function withReferences(document: object): unknown {
  const names = new Map<unknown, string>(
    Object.entries(NAMED_SHAPES).map(([name, shape]) => [shape, name]),
  );
  const copy = (value: unknown, isDefinition: boolean): unknown => {
    const name = names.get(value);
    if (name !== undefined && !isDefinition) return ref(name);
    if (typeof value !== "object" || value === null || isRawNumber(value))
      return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, false));
    const isDefinitions = "Error" in value && "Id" in value;
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, copy(v, isDefinitions)]),
    );
  };
  return copy(document, false);
}

// TypeScript has no types for JSON.rawJSON yet, which takes primitive values only.
const Raw = JSON as unknown as { rawJSON(text: string): object };

/** A JavaScript number cannot represent the largest u64, so it is written as text. */
function exactNumbers(key: string, value: unknown): unknown {
  if (key === "maximum" && value === Number(U64_MAX))
    return Raw.rawJSON(String(U64_MAX));
  if (key === "minimum" && value === -Number(U64_MAX))
    return Raw.rawJSON(String(-U64_MAX));
  return value;
}
