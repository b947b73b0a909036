import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { lifetimeOf, nodeOf, nodesAround } from "./lifetimes.ts";

const slots = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 2 ** 31 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
);

it("finds each lifetime under one of the nodes around every slot of it", () => {
  fc.assert(
    fc.property(
      slots,
      slots,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, at) => {
        const [since, until] = [Math.min(a, b), Math.max(a, b) + 1];
        const node = nodeOf({ since, until });
        assert.ok(since <= node && node < until);
        const slot = since + Math.floor(at * (until - 1 - since));
        for (const each of [since, slot, until - 1])
          assert.ok(nodesAround(each, until + 5).includes(node));
      },
    ),
    { numRuns: 2_000 },
  );
});

it("looks under a few dozen nodes at most", () => {
  assert.ok(nodesAround(400_000_123, 420_000_000).length <= 32);
  assert.deepEqual(nodesAround(12, 20), [0, 12, 8, 16]);
});

it("knows no lifetime within a block", () => {
  assert.equal(lifetimeOf(7, 7), null);
  assert.equal(lifetimeOf(7, 5), null);
  assert.deepEqual(lifetimeOf(7, 8), { since: 7, until: 8 });
});
