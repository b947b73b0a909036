import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { firstNodeOf, lifetimeOf, nodeOf, nodesAround } from "./lifetimes.ts";

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
        assert.ok(firstNodeOf(since) <= node && node < firstNodeOf(until));
        const slot = since + Math.floor(at * (until - 1 - since));
        for (const each of [since, slot, until - 1])
          assert.ok(nodesAround(each, until + 5).includes(node));
      },
    ),
    { numRuns: 2_000 },
  );
});

it("looks under a hundred nodes at most", () => {
  const slots = [400_000_123, 2 ** 28, 2 ** 28 + 1, 2 ** 28 - 1];
  for (const slot of slots)
    assert.ok(nodesAround(slot, 420_000_000).length <= 100, String(slot));
});

it("looks under no node whose lifetimes are too short to include the slot", () => {
  const apart = (slot: number, bits: number) => firstNodeOf(slot) + bits;
  assert.deepEqual(nodesAround(12, 20), [
    ...[apart(0, 4), apart(0, 5)],
    ...[apart(12, 1), apart(12, 2), apart(12, 3)],
    ...[apart(8, 3), apart(8, 4), apart(16, 3), apart(16, 4), apart(16, 5)],
  ]);
});

it("knows no lifetime within a block", () => {
  assert.equal(lifetimeOf(7, 7), null);
  assert.equal(lifetimeOf(7, 5), null);
  assert.deepEqual(lifetimeOf(7, 8), { since: 7, until: 8 });
});
