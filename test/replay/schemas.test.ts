import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as methods from "../../src/rpc/methods/index.ts";
import { EXAMPLES } from "../../src/rpc/openapi/examples.ts";
import { renderOpenApi } from "../../src/rpc/openapi/openapi.ts";
import { withServedChain } from "../clients/servedChain.ts";
import { isProofMethod, recordedLines } from "./chain.ts";

const document = JSON.parse(renderOpenApi(methods, "test")) as object;
const ajv = new Ajv2020({ strict: true });
ajv.addVocabulary(Object.keys(document));
ajv.addFormat("uint64", true).addFormat("int65", true);
ajv.addSchema(document, "document");
const validators = new Map<string, ValidateFunction>(
  Object.keys(methods).map((name) => [
    name,
    ajv.compile({
      $ref: `document#/paths/~1${name}/post/responses/200/content/application~1json/schema`,
    }),
  ]),
);

const folders = ["answers", "answers-more"];
const chains = new Set(
  folders.flatMap((folder) =>
    readdirSync(new URL(`../../fixtures/${folder}`, import.meta.url)),
  ),
);

for (const file of chains) {
  test(`${file}: every answer over HTTP is what the OpenAPI document says, and holds no other key`, async () => {
    await withServedChain(file.replace(".jsonl.gz", ""), async ({ url }) => {
      let checked = 0;
      for (const { body, succeeded } of requests(file)) {
        const { method } = JSON.parse(body) as { method: string };
        const isAnswer = validators.get(method);
        if (!isAnswer) continue;
        const text = await post(`${url}/${method}?api-key=any`, body);
        const answer = JSON.parse(text) as object;
        assert.ok(isAnswer(answer), `${body} ${text}`);
        // Proofs are refused for trees whose first updates are not in the recording.
        if (succeeded && !isProofMethod(method))
          assert.ok("result" in answer, `${body} ${text}`);
        checked++;
      }
      assert.ok(checked > 0);
    });
  });
}

test("the documented examples equal the answers for the demo chain", async () => {
  await withServedChain("programs-400", async ({ url }) => {
    for (const name of Object.keys(methods)) {
      const { request, response } = EXAMPLES[name]!;
      assert.equal(await post(url, request), response);
    }
  });
});

function requests(file: string): { body: string; succeeded: boolean }[] {
  const present = folders.filter((folder) =>
    readdirSync(new URL(`../../fixtures/${folder}`, import.meta.url)).includes(
      file,
    ),
  );
  return present
    .flatMap((folder) => recordedLines(`${folder}/${file}`))
    .map((line) => {
      const recorded = JSON.parse(line) as Record<string, unknown>;
      const { method, params } = recorded;
      const body = { jsonrpc: "2.0", id: "1", method, params };
      return { body: JSON.stringify(body), succeeded: "result" in recorded };
    });
}

async function post(url: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body });
  assert.equal(reply.status, 200);
  return reply.text();
}
