import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { FORMATS } from "../../exporting/formats.ts";
import { ERRORS } from "../errors.ts";
import { WHOLE_LISTS } from "../mainMethods.ts";
import * as methods from "../methods/index.ts";
import { renderOpenApi } from "./openapi.ts";

const text = renderOpenApi(methods, "1.2.3");

interface Schema {
  type?: string;
  properties: Record<string, Schema>;
  additionalProperties?: boolean;
  required?: string[];
  anyOf: Schema[];
  const: unknown;
}
interface Content {
  "application/json": {
    schema: Schema;
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
  };
}
interface Operation {
  operationId: string;
  summary: string;
  requestBody: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
type ListPath = "/stream/{method}" | "/export/{method}";
interface Parameter {
  name: string;
  in: string;
  description: string;
  schema?: object;
  content?: Record<string, { schema: object }>;
}
interface Get {
  parameters: Parameter[];
  responses: Record<string, { content: Record<string, { schema?: object }> }>;
}
const LIST_PATHS = ["/stream/{method}", "/export/{method}"] as const;
const document = JSON.parse(text) as {
  openapi: string;
  paths: Record<string, { post: Operation }> & Record<ListPath, { get: Get }>;
  components: { schemas: Record<string, Schema> & { Error: Schema } };
};
const operations = Object.keys(methods).map(
  (name) => document.paths[`/${name}`]!.post,
);
const requestOf = (name: string) =>
  document.paths[`/${name}`]!.post.requestBody.content["application/json"]
    .schema;

test("every method of the index has a path and an operation of its name, and there are no others but those of lists", () => {
  const names = Object.keys(methods);
  assert.equal(document.openapi, "3.1.0");
  assert.deepEqual(Object.keys(document.paths), [
    ...names.map((name) => `/${name}`),
    ...LIST_PATHS,
  ]);
  for (const name of names)
    assert.equal(document.paths[`/${name}`]!.post.operationId, name);
});

test("parameters are documented in order, and the required ones are marked", () => {
  const schema = requestOf("getCompressedAccountsByOwner");
  const { properties, required } = schema.properties["params"]!;
  assert.deepEqual(Object.keys(properties), [
    "owner",
    "filters",
    "dataSlice",
    "cursor",
    "limit",
    "atSlot",
    "blockhash",
    "commitment",
    "minContextSlot",
  ]);
  assert.deepEqual(required, ["owner"]);
  assert.equal(
    schema.properties["method"]!.const,
    "getCompressedAccountsByOwner",
  );
  assert.deepEqual(schema.required, ["jsonrpc", "id", "method", "params"]);
});

test("params may be omitted if none is required", () => {
  const { required } = requestOf("getLatestCompressionSignatures");
  assert.deepEqual(required, ["jsonrpc", "id", "method"]);
});

test("the largest u64 is written with every digit", () => {
  assert.ok(text.includes(`"maximum":18446744073709551615`));
  assert.ok(!text.includes("18446744073709552000"));
});

test("every error code is documented", () => {
  const { properties } = document.components.schemas.Error.properties["error"]!;
  assert.deepEqual(
    properties["code"]!.anyOf.map((code) => code.const),
    Object.values(ERRORS).map(({ code }) => code),
  );
});

test("every reference points at a schema of the document, and every schema is used", () => {
  const references = text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  const names = new Set([...references].map(([, name]) => name));
  assert.deepEqual(
    [...names].sort(),
    Object.keys(document.components.schemas).sort(),
  );
});

test("every schema compiles in strict mode, and every example is valid", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(Object.keys(document)); // what is around the schemas
  ajv
    .addFormat("uint64", true)
    .addFormat("int65", true)
    .addSchema(document, "document");
  for (const operation of operations) {
    const request = operation.requestBody.content["application/json"];
    const answer = operation.responses[200]!.content!["application/json"];
    const at = `document#/paths/~1${operation.operationId}/post`;
    const json = "content/application~1json/schema";
    const isRequest = ajv.compile({ $ref: `${at}/requestBody/${json}` });
    const isAnswer = ajv.compile({ $ref: `${at}/responses/200/${json}` });
    assert.ok(isRequest(request.example), ajv.errorsText(isRequest.errors));
    for (const { value } of Object.values(answer.examples!))
      assert.ok(isAnswer(value), ajv.errorsText(isAnswer.errors));
    assert.ok(operation.summary.endsWith("."), operation.summary);
  }
});

test("the paths of lists name their lists, parameters, types and errors, in schemas that compile", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(Object.keys(document));
  ajv
    .addFormat("uint64", true)
    .addFormat("int65", true)
    .addSchema(document, "document");
  const own = ["method", "owner", "mint", "delegate", "filters", "dataSlice"];
  const added = {
    stream: ["commitment", "minContextSlot", "from"],
    export: ["atSlot", "format"],
  };
  for (const [name, more] of Object.entries(added)) {
    const path = `/${name}/{method}` as ListPath;
    const { parameters, responses } = document.paths[path].get;
    const names = parameters.map((each) => each.name);
    for (const each of [...own, ...more]) assert.ok(names.includes(each), each);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(parameters[0]!.schema, {
      enum: [...WHOLE_LISTS],
    });
    assert.deepEqual(Object.keys(responses), [
      "200",
      "400",
      "401",
      "403",
      "410",
      "429",
      "503",
    ]);
    const at = `document#/paths/~1${name}~1{method}/get`;
    const refers = (rest: string) => ajv.compile({ $ref: `${at}/${rest}` });
    const isError = refers("responses/410/content/application~1json/schema");
    assert.ok(isError({ error: { code: -32011, message: "gone" } }));
    assert.ok(!isError({ error: { code: -32011 } }));
    for (const [i, { schema }] of parameters.entries())
      if (schema) refers(`parameters/${i}/schema`);
      else refers(`parameters/${i}/content/application~1json/schema`);
  }
  const types = (path: ListPath) =>
    Object.keys(document.paths[path].get.responses[200]!.content);
  assert.deepEqual(types("/stream/{method}"), ["text/event-stream"]);
  assert.deepEqual(
    types("/export/{method}"),
    Object.values(FORMATS).map(({ type }) => type.split(";")[0]),
  );
});

test("an answer has only documented keys, except for the node's own transaction", () => {
  const open: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, additionalProperties } = value as Schema;
    if (type === "object" && additionalProperties !== false) open.push(path);
    for (const [key, each] of Object.entries(value))
      if (key !== "examples") visit(each, `${path}/${key}`);
  };
  visit(document.components.schemas, "");
  for (const { operationId, responses } of operations)
    visit(responses, operationId);
  const info =
    /^getTransactionWithCompressionInfo(V2)?.*\/transaction\/anyOf\/0$/;
  assert.deepEqual(
    open.filter((path) => !info.test(path)),
    [],
  );
  assert.equal(open.length, 2);
});

test("every parameter and every field of a result says what it is", () => {
  const silent = new Set<string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, field] of Object.entries(
      (value as Partial<Schema>).properties ?? {},
    ))
      if (!isDescribed(field)) silent.add(`${path}.${name}`);
    for (const [name, each] of Object.entries(value))
      if (name !== "example" && name !== "examples")
        visit(each, path + (name === "properties" ? "" : `/${name}`));
  };
  for (const { operationId, requestBody, responses } of operations) {
    const { schema } = requestBody.content["application/json"];
    visit(schema.properties["params"], `${operationId} params`);
    const answer = responses[200]!.content!["application/json"].schema;
    const result = answer.anyOf[0]!.properties["result"] as Partial<Schema>;
    visit(result.properties?.["value"], `${operationId} value`);
  }
  visit(document.components.schemas, "schemas");
  const envelope = /^schemas\/Error/;
  assert.deepEqual(
    [...silent].filter((path) => !envelope.test(path)),
    [],
  );
});

/** A reference leads to a schema that is described there, once for all. */
function isDescribed(field: Partial<Described>): boolean {
  const { description, $ref, anyOf = [], properties } = field;
  if (description !== undefined || $ref !== undefined) return true;
  // A choice with a reference in it, or a wrapper whose members say it all.
  const members = properties && Object.values(properties);
  return anyOf.some(isDescribed) || members?.every(isDescribed) === true;
}

interface Described {
  description: string;
  $ref: string;
  anyOf: Partial<Described>[];
  properties: Record<string, Partial<Described>>;
}
