import assert from "node:assert/strict";
import { test } from "node:test";
import { keepsUp } from "./keepsUp.ts";

const newest = { slot: 10_000, blockTime: 1_700_000_000 };
const at = (slots: number, seconds: number | null) => ({
  slot: newest.slot - slots,
  blockTime: seconds === null ? null : newest.blockTime - seconds,
});

test("a standby may be as many seconds behind as the bound says, however many slots that are", () => {
  const bound = { seconds: 20 };
  assert.equal(keepsUp(at(100, 20), newest, bound), true);
  assert.equal(keepsUp(at(40, 21), newest, bound), false);
});

test("a bound in slots does not depend on the slot time", () => {
  const bound = { slots: 50 };
  assert.equal(keepsUp(at(50, 900), newest, bound), true);
  assert.equal(keepsUp(at(51, 1), newest, bound), false);
});

test("if a block's time is not known, a slot counts as 400 ms", () => {
  const bound = { seconds: 20 };
  assert.equal(keepsUp(at(50, null), newest, bound), true);
  assert.equal(keepsUp(at(51, null), newest, bound), false);
});
