import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import type { Reader } from "../store/reader.ts";
import type { Commitment } from "./commitment.ts";
import { createDispatch } from "./dispatch/dispatch.ts";
import { integer } from "./field.ts";
import { defineMethod, textOf } from "./method.ts";
import { list, optional, params, withBareList } from "./params.ts";

const numbers = params({ numbers: optional(list(integer(0, 9), 3), []) });
const getNumbers = defineMethod({
  summary: "Numbers.",
  params: withBareList(numbers, "numbers"),
  result: textOf(Type.Unknown()),
  run: (_read, { numbers }) => JSON.stringify(numbers),
});

function askAt(commitment?: Commitment) {
  const dispatch = createDispatch({
    read: {} as Reader,
    methods: { getNumbers },
    log: { error: () => assert.fail("nothing here may fail") },
    ...(commitment && { commitment }),
  });
  return (params: unknown): { result?: unknown; error?: { code: number } } => {
    const call = { jsonrpc: "2.0", id: 1, method: "getNumbers", params };
    const body = Buffer.from(JSON.stringify(call));
    return JSON.parse(dispatch(body, "/", "request-1") as string) as object;
  };
}

const confirmed = askAt("confirmed");
const refused = (message: string) => ({ code: -32602, message });

test("a level that the index has reached does not change the answer", () => {
  for (const commitment of ["processed", "confirmed", null])
    assert.deepEqual(confirmed({ numbers: [1], commitment }).result, [1]);
  for (const commitment of ["processed", "confirmed", "finalized"])
    assert.deepEqual(askAt("finalized")({ commitment }).result, []);
});

test("a level beyond the index's is refused, and the answer says which level it has", () => {
  assert.deepEqual(
    confirmed({ commitment: "finalized" }).error,
    refused(
      "commitment: finalized is not available: this index follows the chain at confirmed",
    ),
  );
});

test("any other level is refused, and finalized if the level of the index is unknown", () => {
  for (const commitment of ["max", "", 1, {}, ["confirmed"]])
    assert.deepEqual(
      confirmed({ commitment }).error,
      refused("commitment: must be processed, confirmed or finalized"),
    );
  assert.equal(askAt()({ commitment: "finalized" }).error?.code, -32602);
});

test("commitment is accepted by name only: positional values keep their meaning", () => {
  assert.deepEqual(confirmed([[1, 2]]).result, [1, 2]);
  assert.deepEqual(confirmed([{ numbers: [3], commitment: null }]).result, [3]);
  assert.equal(confirmed([[1], "confirmed"]).error?.code, -32602);
});
