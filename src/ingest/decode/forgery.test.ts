import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBlock } from "../../../test/encoder/block.ts";
import {
  calledBy,
  feeTransfer,
  instruction,
} from "../../../test/encoder/groups.ts";
import {
  encodePublicTransactionEvent,
  encodeTreeEvent,
  loggedEvent,
  treeEvent,
} from "../../../test/encoder/loggedEvents.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  NOOP,
} from "../../codecs/programs.ts";
import type { InstructionGroup } from "../../domain/block.ts";
import { asAddress, asSignature } from "../../domain/values.ts";
import { decodeBlock } from "./decodeBlock.ts";

const signature = asSignature(new Uint8Array(64).fill(5));
const attacker = asAddress(new Uint8Array(32).fill(6));
const event = { data: encodePublicTransactionEvent({}) };
const nullifier = {
  kind: "nullifier",
  tree: attacker,
  leafIndexes: [],
  seq: 0n,
} as const;
const maintenance = { data: encodeTreeEvent(nullifier) };

function decode(group: InstructionGroup) {
  const transactions = [{ signature, groups: [group] }];
  return decodeBlock(readJsonBlock(1, encodeBlock({ slot: 1, transactions })));
}

function withoutHeights(group: InstructionGroup): InstructionGroup {
  return group.map((each) => ({ ...each, stackHeight: null }));
}

const genuine: Record<string, InstructionGroup> = {
  "a transaction event": loggedEvent({}),
  "a transaction event after two transfers": loggedEvent({}, { transfers: 2 }),
  "a transaction event of a program that called the system program": calledBy(
    attacker,
    loggedEvent({}),
  ),
  // The compression program pays rollover fees, the system program pays network fees. After an insertion of
  // nullifiers or addresses come network fees or both, and without new accounts no append follows.
  "a transaction event of a transaction that only spends": [
    instruction(LIGHT_SYSTEM, 1),
    instruction(ACCOUNT_COMPRESSION, 2),
    feeTransfer(2),
    instruction(NOOP, 2, event),
  ],
  "a transaction event after fees of both kinds": [
    instruction(LIGHT_SYSTEM, 1),
    instruction(ACCOUNT_COMPRESSION, 2),
    feeTransfer(3),
    feeTransfer(2),
    instruction(NOOP, 2, event),
  ],
  "a tree event": treeEvent(nullifier),
  "a tree event of a program that called": calledBy(
    attacker,
    treeEvent(nullifier),
  ),
};

const forged: Record<string, InstructionGroup> = {
  "a transaction event whose caller is not the system program": calledBy(
    attacker,
    [
      instruction(ACCOUNT_COMPRESSION, 1),
      feeTransfer(2),
      instruction(NOOP, 1, event),
    ],
  ),
  "a transaction event logged by the system program's caller": calledBy(
    attacker,
    [
      instruction(LIGHT_SYSTEM, 1),
      instruction(ACCOUNT_COMPRESSION, 2),
      feeTransfer(3),
      instruction(NOOP, 1, event),
    ],
  ),
  "a transaction event after another program's transfer": calledBy(attacker, [
    instruction(LIGHT_SYSTEM, 1),
    instruction(ACCOUNT_COMPRESSION, 2),
    feeTransfer(1),
    instruction(NOOP, 2, event),
  ]),
  "a transaction event after an earlier call of the system program": calledBy(
    attacker,
    [instruction(LIGHT_SYSTEM, 1)],
    [
      instruction(attacker, 1),
      instruction(ACCOUNT_COMPRESSION, 2),
      feeTransfer(3),
      instruction(NOOP, 2, event),
    ],
  ),
  "a tree event logged beside the compression program": calledBy(
    attacker,
    [instruction(ACCOUNT_COMPRESSION, 1)],
    [instruction(NOOP, 1, maintenance)],
  ),
};

for (const [what, group] of Object.entries(genuine)) {
  test(`${what} is accepted`, () => {
    const decoded = decode(group);
    assert.equal(decoded.transactions.length, 1);
    assert.equal(decoded.forged, 0);
  });
}

for (const [what, group] of Object.entries(forged)) {
  test(`${what} is ignored and counted`, () => {
    const decoded = decode(group);
    assert.equal(decoded.transactions.length, 0);
    assert.equal(decoded.forged, 1);
    assert.equal(decoded.others.length, 1);
    assert.deepEqual(decoded.setAside, []);
  });

  test(`${what} is accepted if the source has no call heights, as in the reference`, () => {
    const decoded = decode(withoutHeights(group));
    assert.equal(decoded.transactions.length, 1);
  });
}

test("one unknown call height turns the check off", () => {
  const [outer, ...inner] =
    forged["a tree event logged beside the compression program"]!;
  const group = [outer!, ...inner, { ...feeTransfer(1), stackHeight: null }];
  assert.equal(decode(group).transactions.length, 1);
});
