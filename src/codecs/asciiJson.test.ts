import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { asciiJson } from "./asciiJson.ts";

test("JSON rewritten in ASCII keeps its value, with one byte per character", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = asciiJson(JSON.stringify(value));
      assert.equal(Buffer.byteLength(text), text.length);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
  );
});
