import assert from "node:assert/strict";
import { test } from "node:test";
import { ERRORS } from "./errors.ts";
import * as methods from "./methods/index.ts";
import { renderOpenApi } from "./openapi.ts";

const text = renderOpenApi(methods, "1.2.3");

interface Schema {
  properties: Record<string, Schema>;
  required?: string[];
  anyOf: Schema[];
  const: unknown;
}
interface Operation {
  operationId: string;
  requestBody: { content: { "application/json": { schema: Schema } } };
}
const document = JSON.parse(text) as {
  openapi: string;
  paths: Record<string, { post: Operation }>;
  components: { schemas: { Error: Schema } };
};

test("every method of the index has a path, an operation of its name, and no other is there", () => {
  const names = Object.keys(methods);
  assert.equal(document.openapi, "3.1.0");
  assert.deepEqual(
    Object.keys(document.paths),
    names.map((name) => `/${name}`),
  );
  for (const name of names)
    assert.equal(document.paths[`/${name}`]!.post.operationId, name);
});

test("parameters are documented in their order, and the required ones as such", () => {
  const { schema } =
    document.paths["/getCompressedAccountsByOwner"]!.post.requestBody.content[
      "application/json"
    ];
  const { properties, required } = schema.properties["params"]!;
  assert.deepEqual(Object.keys(properties), [
    "owner",
    "filters",
    "dataSlice",
    "cursor",
    "limit",
  ]);
  assert.deepEqual(required, ["owner"]);
  assert.equal(
    schema.properties["method"]!.const,
    "getCompressedAccountsByOwner",
  );
  assert.deepEqual(schema.required, ["jsonrpc", "id", "method", "params"]);
});

test("params may be left out where nothing in them is required", () => {
  const { schema } =
    document.paths["/getLatestCompressionSignatures"]!.post.requestBody.content[
      "application/json"
    ];
  assert.deepEqual(schema.required, ["jsonrpc", "id", "method"]);
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

test("every reference points at a schema of the document", () => {
  const references = text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  const names = new Set([...references].map(([, name]) => name));
  assert.deepEqual(
    [...names].sort(),
    Object.keys(document.components.schemas).sort(),
  );
});
