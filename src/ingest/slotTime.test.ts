import assert from "node:assert/strict";
import { test } from "node:test";
import { SlotTime } from "./slotTime.ts";

const start = { slot: 5_000, blockTime: 1_700_000_000 };

function measured(slots: number, seconds: number | null): SlotTime {
  const time = new SlotTime();
  const blockTime = seconds === null ? null : start.blockTime + seconds;
  time.measure(start, { slot: start.slot + slots, blockTime });
  return time;
}

test("a slot takes the time between two blocks divided by the slots between them", () => {
  assert.equal(measured(1000, 250).milliseconds, 250);
  assert.equal(measured(1000, 200).milliseconds, 200);
  assert.equal(measured(500, 200).milliseconds, 400);
});

test("until two blocks with known times are a minute apart, a slot takes 400 ms", () => {
  assert.equal(new SlotTime().milliseconds, 400);
  assert.equal(measured(240, 59).milliseconds, 400);
  assert.equal(measured(1000, null).milliseconds, 400);
  assert.equal(measured(1000, -300).milliseconds, 400);
});

test("a chain that stood still, or wrong clocks, give at most 1000 ms and at least 100 ms", () => {
  assert.equal(measured(1000, 36_000).milliseconds, 1000);
  assert.equal(measured(1000, 61).milliseconds, 100);
});

test("a node is asked once a slot, and at least every 400 ms", () => {
  assert.equal(measured(1000, 200).pollMs, 200);
  assert.equal(measured(1000, 900).pollMs, 400);
});
