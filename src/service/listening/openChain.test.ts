import assert from "node:assert/strict";
import { test } from "node:test";
import { indexedLevel } from "./openChain.ts";

const flags = {
  "rpc-url": null,
  "db-url": null,
  blocks: null,
  commitment: null,
  "disable-indexing": false,
};
const node = { "rpc-url": [new URL("http://127.0.0.1:8899")] };
const servedAlone = {
  "disable-indexing": true,
  "db-url": "postgres://reader@127.0.0.1/index",
};

test("a recording is finalized, also the bundled one", () => {
  assert.equal(indexedLevel(flags), "finalized");
  assert.equal(indexedLevel({ ...flags, blocks: "a.jsonl" }), "finalized");
});

test("an index of a node has the commitment that is requested from the node", () => {
  assert.equal(indexedLevel({ ...flags, ...node }), "confirmed");
  const commitment = "finalized";
  assert.equal(indexedLevel({ ...flags, ...node, commitment }), "finalized");
});

test("a store that is only served is taken for confirmed, unless the flag says that it is final", () => {
  assert.equal(indexedLevel({ ...flags, ...servedAlone }), "confirmed");
  const commitment = "finalized";
  assert.equal(
    indexedLevel({ ...flags, ...servedAlone, commitment }),
    "finalized",
  );
});
