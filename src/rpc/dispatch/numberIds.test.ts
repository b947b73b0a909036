import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findNumberIds } from "./numberIds.ts";

const idsIn = (text: string) => [...findNumberIds(Buffer.from(text))];

test("ids are found by their request, with every digit", () => {
  assert.deepEqual(idsIn(`{"id":1.50}`), [[0, "1.50"]]);
  assert.deepEqual(
    idsIn(` [ {"id" : -1E+2 } , {"id":"a"},{ "\\u0069d":0.0}]`),
    [
      [0, "-1E+2"],
      [2, "0.0"],
    ],
  );
});

test("an id anywhere but in a request is none", () => {
  for (const text of [
    `{"params":{"id":1}}`,
    `[[{"id":1}]]`,
    `[{"params":[{"id":1}]},["id",1],"id",1]`,
    `{"a":"\\",\\"id\\":1"}`,
    `{"id\\u0020":1}`,
    `"id"`,
    "1",
  ])
    assert.deepEqual(idsIn(text), [], text);
});

interface ReviverContext {
  readonly source: string;
}

/** What a reviver finds. */
function revived(text: string): (readonly [number, string])[] {
  const sources = new Map<unknown, string>();
  const parsed: unknown = JSON.parse(text, function (
    this: unknown,
    key: string,
    value: unknown,
    context?: ReviverContext,
  ) {
    if (key === "id" && typeof value === "number")
      sources.set(this, context!.source);
    return value;
  } as (key: string, value: unknown) => unknown);
  const requests: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return requests.flatMap((request, i) => {
    const source = sources.get(request);
    return source === undefined ? [] : [[i, source] as const];
  });
}

test("any JSON gives the ids that a reviver finds", () => {
  const member = fc.oneof(fc.constant("id"), fc.string({ maxLength: 3 }));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 4 }),
      fc.constant("id"),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(member, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.nat(2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      assert.deepEqual(idsIn(text), revived(text));
    }),
    { numRuns: 500 },
  );
});
