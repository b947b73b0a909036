import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { format } from "prettier";
import { clientSource, type Document } from "../../scripts/clientSource.ts";
import {
  createClient,
  Pages,
  TachyonError,
  type TokenAccount,
} from "../../src/client/index.ts";
import { EXAMPLES } from "../../src/rpc/openapi/examples.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { renderOpenApi } from "../../src/rpc/openapi/openapi.ts";
import { parseExact } from "../model/exactJson.ts";
import { CALLED_BY } from "./calls.ts";
import { withServedChain } from "./servedChain.ts";

const apiFile = new URL("../../src/client/api.ts", import.meta.url);

test("the client's methods and types are those of the OpenAPI document", async () => {
  const document = JSON.parse(renderOpenApi(methods, "")) as Document;
  const source = await format(clientSource(document), { parser: "typescript" });
  assert.equal(
    readFileSync(apiFile, "utf8"),
    source,
    "run scripts/writeClient.ts",
  );
});

test("every method of the client returns the service's result, with exact large numbers", async () => {
  await withServedChain("programs-400", async ({ url, called }) => {
    const client = createClient(url) as unknown as Record<
      string,
      (params: object) => unknown
    >;
    for (const name of CALLED_BY["Tachyon's client"]) {
      const { request, response } = EXAMPLES[name]!;
      const { params } = JSON.parse(request) as { params: object };
      const { result } = parseExact(response) as { result: Result };
      const answer = client[name]!(params);
      if (answer instanceof Pages) {
        const { items, cursor } = await answer.first();
        const { cursor: expected, ...lists } = result.value!;
        assert.deepEqual(exactly(items), Object.values(lists)[0]);
        assert.equal(cursor, expected);
      } else assert.deepEqual(exactly(await answer), result);
    }
    assert.deepEqual([...called].sort(), Object.keys(methods).sort());
  });
});

interface Result {
  readonly value?: Record<string, unknown>;
}

/** Small numbers as bigints too, to compare values whatever their type; which type they have is checked elsewhere. */
function exactly(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value))
    return BigInt(value);
  if (Array.isArray(value)) return value.map(exactly);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, exactly(v)]),
  );
}

test("iterating a list fetches page by page and gives each item once, with bigints also for small numbers", async () => {
  await withServedChain("programs-400", async ({ url, paramsOf }) => {
    const client = createClient(url);
    for (const { owner } of paramsOf("getCompressedTokenAccountsByOwner")) {
      const walked: TokenAccount[] = [];
      for await (const account of client.getCompressedTokenAccountsByOwner({
        owner: owner!,
        limit: 2,
      }))
        walked.push(account);
      const all = client.getCompressedTokenAccountsByOwner({ owner: owner! });
      const { items, slot } = await all.first();
      assert.deepEqual(walked, items);
      assert.equal(slot, 1020);
      for (const { account, tokenData } of walked) {
        assert.equal(typeof tokenData.amount, "bigint");
        assert.equal(typeof account.lamports, "bigint");
        assert.equal(typeof account.leafIndex, "number");
      }
    }
    const { value } = await client.getCompressedBalanceByOwner({
      owner: "1".repeat(32),
    });
    assert.equal(value, 0n);
  });
});

test("an error of the service is thrown with its code", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const client = createClient(url);
    await assert.rejects(
      client.getCompressedAccount({ hash: "0" }),
      (error) => error instanceof TachyonError && error.code === -32602,
    );
  });
});

test("the client depends on nothing but its own files", () => {
  const files = readdirSync(new URL("./", apiFile));
  for (const file of files.filter((name) => !name.endsWith(".test.ts"))) {
    const source = readFileSync(new URL(file, apiFile), "utf8");
    for (const [, from] of source.matchAll(/from "([^"]+)"/g))
      assert.match(from!, /^\.\/\w+\.ts$/, file);
    assert.doesNotMatch(source, /"node:|\b(Buffer|process)\b/, file);
  }
});
