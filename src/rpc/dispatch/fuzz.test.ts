import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Reader } from "../../store/reader.ts";
import type { Page } from "../../store/page.ts";
import { cursorOf } from "../cursor.ts";
import { buildServer } from "../http/server.ts";
import { account } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { address, dataSlice, filters, optional, page } from "../params.ts";

const empty: Page = { slot: 1, items: "", count: 0, cursor: null, trees: null };
const getAccounts = defineMethod({
  summary: "No accounts, asked for in every way there is.",
  params: page(
    {
      owner: address,
      filters: optional(filters, []),
      dataSlice: optional(dataSlice),
    },
    cursorOf("hash"),
  ),
  result: pageOf(account),
  run: () => empty,
});
const app = buildServer({
  read: {} as Reader,
  methods: { getAccounts },
  version: "test",
  log: {
    error: (fields) => {
      throw new Error("a request must not fail", { cause: fields });
    },
  },
});

const key = "2xCvPBzzKzpMkxmjZLsRqm33mtpZM7AMrd9oCu4Nqi6Q";
const valid = Buffer.from(
  JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method: "getAccounts",
    params: {
      owner: key,
      filters: [{ memcmp: { offset: 0, bytes: "2g" } }],
      dataSlice: { offset: 1, length: 2 },
      cursor: key,
      limit: 10,
    },
  }),
);

/** A valid body with bytes overwritten, cut out or doubled. */
const mutated = fc
  .array(
    fc.record({
      at: fc.nat(valid.length),
      cut: fc.nat(12),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.constantFrom(
          "[",
          "{",
          '"',
          ",",
          "null",
          "-0",
          "1e999",
          "\\u0000",
          "id",
          "[]",
        ),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((edits) =>
    edits.reduce(
      (body, { at, cut, insert }) =>
        Buffer.concat([
          body.subarray(0, at),
          Buffer.from(insert as string),
          body.subarray(at + cut),
        ]),
      valid,
    ),
  );

/** Valid JSON in which any part may be anything. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>("2.0", "getAccounts", key, 0, []),
);
const reshaped = fc
  .record(
    {
      jsonrpc: fc.oneof({ arbitrary: fc.constant("2.0"), weight: 5 }, anything),
      id: anything,
      method: fc.oneof(
        { arbitrary: fc.constant("getAccounts"), weight: 5 },
        anything,
      ),
      params: fc.oneof(
        anything,
        fc.array(anything, { maxLength: 6 }),
        fc.record(
          {
            owner: anything,
            filters: anything,
            dataSlice: anything,
            cursor: anything,
            limit: anything,
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  )
  .map((body) => Buffer.from(JSON.stringify(body)));
const batch = fc
  .array(fc.oneof(reshaped, mutated), { maxLength: 4 })
  .map((bodies) => Buffer.from(`[${bodies.map(String).join()}]`));

const bodies = fc.oneof(
  fc.constant(valid),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  mutated,
  reshaped,
  batch,
);

test("whatever the body, there is a JSON-RPC answer and no failure of the server", async () => {
  const outcomes = new Set<number | string>();
  await fc.assert(
    fc.asyncProperty(bodies, async (payload) => {
      const reply = await app.inject({
        method: "POST",
        url: "/",
        headers: { "content-type": "application/json" },
        payload,
      });
      if (reply.statusCode === 204) return;
      assert.equal(reply.statusCode, 200);
      const answers = [reply.json<unknown>()].flat() as Answer[];
      for (const answer of answers) outcomes.add(outcomeOf(answer));
    }),
    { numRuns: 3000 },
  );
  // The bodies were varied enough to meet every rule.
  assert.deepEqual(
    outcomes,
    new Set(["result", -32700, -32600, -32601, -32602]),
  );
});

interface Answer {
  jsonrpc: string;
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

function outcomeOf({
  jsonrpc,
  id,
  result,
  error,
  ...rest
}: Answer): number | string {
  assert.equal(jsonrpc, "2.0");
  assert.notEqual(id, undefined);
  assert.deepEqual(rest, {});
  if (error === undefined) {
    assert.deepEqual(result, {
      context: { slot: 1 },
      value: { items: [], cursor: null },
    });
    return "result";
  }
  assert.equal(result, undefined);
  assert.equal(typeof error.message, "string");
  return error.code;
}
