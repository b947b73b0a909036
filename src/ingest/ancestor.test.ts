import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findAncestor } from "./ancestor.ts";

test("the newest block that is still on the chain is found, with few requests", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(513), fc.nat(520), async (count, abandoned) => {
      const ours = Array.from({ length: count }, (_, i) => ({
        slot: 1000 - i,
        blockhash: `ours-${1000 - i}`,
      }));
      let questions = 0;
      const ancestor = await findAncestor(ours, (slot) => {
        questions++;
        const gone = slot > 1000 - abandoned;
        const theirs = slot % 3 === 0 ? null : `theirs-${slot}`;
        return Promise.resolve(gone ? theirs : `ours-${slot}`);
      });
      assert.equal(
        ancestor?.slot,
        abandoned < count ? 1000 - abandoned : undefined,
      );
      assert.ok(questions <= 2 + 2 * Math.log2(abandoned + 2), `${questions}`);
    }),
  );
});
