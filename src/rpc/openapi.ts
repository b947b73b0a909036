import { Type, type TSchema } from "typebox";
import { ERRORS } from "./errors.ts";
import { U64_MAX } from "./items.ts";
import type { Method, Methods } from "./method.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: TSchema) => ({ "application/json": { schema } });
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
        "JSON-RPC 2.0 over HTTP. Any path serves; the last segment of a path, when it names a method, must be the method asked for. " +
        "Parameters may be given by position, in the order they are listed. Batches are answered in order.",
    },
    paths: Object.fromEntries(
      named(methods).map(({ name, method }) => [
        `/${name}`,
        { post: operation(name, method) },
      ]),
    ),
    components: { schemas: { Id: id, Error: failure } },
  };
  return JSON.stringify(document, exactU64);
}

function operation(name: string, method: Method) {
  return {
    operationId: name,
    summary: method.summary,
    requestBody: { required: true, content: json(request(name, method)) },
    responses: {
      200: {
        description: "The result, or an error.",
        content: json(Type.Union([success(method), ref("Error")])),
      },
      204: { description: "A notification: no id, no answer." },
      413: { description: "The body is too large." },
      415: { description: "The body is not sent as application/json." },
      503: { description: "The server is shutting down." },
    },
  };
}

function request(name: string, { params }: Method): TSchema {
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
  description: "Any value of these; it comes back as sent.",
});

const failure = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: ref("Id"),
    error: Type.Object({
      code: Type.Union(
        Object.values(ERRORS).map(({ code, when }) =>
          Type.Literal(code, { description: when }),
        ),
      ),
      message: Type.String(),
    }),
  },
  { additionalProperties: false },
);

// TypeScript does not know JSON.rawJSON yet.
const Exact = JSON as unknown as { rawJSON(text: string): object };

/** A JavaScript number cannot hold the largest u64, so it is written as text. */
function exactU64(key: string, value: unknown): unknown {
  return key === "maximum" && value === Number(U64_MAX)
    ? Exact.rawJSON(String(U64_MAX))
    : value;
}
