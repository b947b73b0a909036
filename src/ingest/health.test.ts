import assert from "node:assert/strict";
import { test } from "node:test";
import { Health, newestByAge } from "./health.ts";

test("lag is the distance from the last written block to the tip", () => {
  const newest = { slot: 1000, heardAt: 0 };
  const health = new Health({
    maxLag: { slots: 50 },
    newest: () => newest,
    now: () => 0,
  });
  assert.equal(health.lag(), 1000);
  health.wrote(960);
  assert.equal(health.lag(), 40);
  assert.equal(health.problem(), null);
  health.wrote(949);
  assert.match(health.problem()!, /^51 slots behind the chain, 50 are allowed/);
});

test("the lag keeps growing when the node falls silent", () => {
  let now = 0;
  const newest = { slot: 1000, heardAt: 0 };
  const health = new Health({
    maxLag: { slots: 50 },
    newest: () => newest,
    now: () => now,
  });
  health.wrote(1000);
  now = 9_000;
  assert.equal(health.problem(), null);
  now = 60_000;
  health.reportTrouble("no connection");
  assert.match(health.problem()!, /^125 slots behind .*no connection$/);
});

test("without a chain to compare with, or a bound, there is no problem", () => {
  const alone = new Health({ maxLag: { slots: 1 }, newest: () => null });
  assert.equal(alone.lag(), null);
  assert.equal(alone.problem(), null);
  const newest = { slot: 9999, heardAt: Date.now() };
  const unbound = new Health({ maxLag: null, newest: () => newest });
  assert.equal(unbound.problem(), null);
});

test("a server that does not index uses the age of the newest block", () => {
  const head = { slot: 500, blockTime: 1_000 };
  const newest = newestByAge(
    () => head,
    () => 400,
    () => 1_040_000,
  );
  assert.deepEqual(newest(), { slot: 600, heardAt: 1_040_000 });
  assert.equal(newestByAge(() => null)(), null);
});

test("a bound in seconds uses the measured slot time", () => {
  let slotMs = 400;
  const health = new Health({
    maxLag: { seconds: 60 },
    newest: () => ({ slot: 1200, heardAt: 0 }),
    slotMs: () => slotMs,
    now: () => 0,
  });
  health.wrote(1000);
  assert.equal(health.lagSeconds(), 80);
  assert.match(
    health.problem()!,
    /^200 slots behind the chain \(80 s\), 60 s are allowed$/,
  );
  slotMs = 200;
  assert.equal(health.lagSeconds(), 40);
  assert.equal(health.problem(), null);
});

test("while a node with 200 ms slots is silent, the lag grows by five slots a second", () => {
  const health = new Health({
    maxLag: null,
    newest: () => ({ slot: 1000, heardAt: 0 }),
    slotMs: () => 200,
    now: () => 60_000,
  });
  health.wrote(1000);
  assert.equal(health.lag(), 250);
});
