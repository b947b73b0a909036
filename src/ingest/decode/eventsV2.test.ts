import assert from "node:assert/strict";
import { test } from "node:test";
import { feeTransfer, instruction } from "../../../test/encoder/groups.ts";
import { treeEvent } from "../../../test/encoder/loggedEvents.ts";
import { queueEvent } from "../../../test/encoder/queueEvents.ts";
import { ByteWriter } from "../../codecs/writer.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  SOLANA_SYSTEM,
} from "../../codecs/programs.ts";
import { SystemDiscriminator } from "../../codecs/events/systemInstruction.ts";
import type { Instruction, InstructionGroup } from "../../domain/block.ts";
import { asAddress, asHash, asSignature } from "../../domain/values.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { findQueueEvents } from "./eventsV2.ts";

const [system, paid, insert] = queueEvent({}) as [
  Instruction,
  Instruction,
  Instruction,
];
const key = asAddress(new Uint8Array(32).fill(6));
const other = instruction(key, 2);

const matching: Record<string, InstructionGroup> = {
  "right behind each other": [system, paid, insert],
  "with two transfers": [system, paid, paid, insert],
  "after other instructions": [other, paid, system, paid, insert],
  "before other instructions": [system, paid, insert, other],
};

const notMatching: Record<string, InstructionGroup> = {
  "without a transfer": [system, insert],
  "with another instruction between": [system, other, paid, insert],
  "with another instruction behind the transfer": [system, paid, other, insert],
  "without the system program": [paid, insert],
  "with a transfer too short to be one": [
    system,
    instruction(SOLANA_SYSTEM, 2, { data: new Uint8Array(11) }),
    insert,
  ],
  "where the system program only makes a CPI context": [
    {
      ...system,
      data: new ByteWriter()
        .u64(SystemDiscriminator.createCpiContext)
        .zeros(8)
        .done(),
    },
    paid,
    insert,
  ],
  "where not the registered program inserts": [
    system,
    paid,
    { ...insert, accounts: [key, key, key] },
  ],
  "where there are too few accounts to insert": [
    system,
    paid,
    { ...insert, accounts: insert.accounts.slice(0, 2) },
  ],
  "where the compression program does something else": [
    system,
    paid,
    { ...insert, data: new Uint8Array(60) },
  ],
};

for (const [how, group] of Object.entries(matching)) {
  test(`system program and queues ${how} form an event`, () => {
    assert.equal(findQueueEvents(group).length, 1);
  });
}

for (const [how, group] of Object.entries(notMatching)) {
  test(`system program and queues ${how} form no event`, () => {
    assert.equal(findQueueEvents(group).length, 0);
  });
}

test("logged events are ignored in a transaction that uses queues", () => {
  const [, noop] = treeEvent({
    kind: "nullifier",
    tree: key,
    leafIndexes: [],
    seq: 0n,
  });
  const logged = [
    instruction(ACCOUNT_COMPRESSION, 2),
    { ...noop!, stackHeight: 3 },
  ];
  const group = [system, paid, insert, ...logged];
  const transaction = {
    signature: asSignature(new Uint8Array(64)),
    failed: false,
    mentions: () => true,
    groups: [group],
  };
  const { transactions } = decodeBlock({
    slot: 1,
    parentSlot: 0,
    blockhash: "",
    parentBlockhash: "",
    blockTime: null,
    blockHeight: null,
    transactions: [{ read: () => transaction, bytes: () => new Uint8Array() }],
  });
  assert.deepEqual(
    transactions[0]?.events.map(({ kind }) => kind),
    ["transaction"],
  );
});

test("sequence numbers of the zero key are unused slots and are ignored", () => {
  const zero = asAddress(new Uint8Array(32));
  const hash = asHash(new Uint8Array(32).fill(1));
  const nullifier = { hash, tree: zero, queueIndex: 0n, transactionHash: hash };
  const group = queueEvent({ spent: [hash], nullifiers: [nullifier] });
  const [event] = findQueueEvents(group);
  assert.equal(event?.spent.length, 1);
  assert.deepEqual(event.nullifiers, []);
});

/** Lamports and flags of the newer instructions, and the number of accounts before the trees. */
const HEADERS = [
  { mode: 0, lamports: 5n, compress: false, context: true, fixed: 11 },
  { mode: 1, lamports: 0n, compress: false, context: false, fixed: 6 },
  { mode: 1, lamports: 5n, compress: true, context: false, fixed: 7 },
  { mode: 1, lamports: 5n, compress: false, context: false, fixed: 8 },
  { mode: 1, lamports: 0n, compress: false, context: true, fixed: 7 },
  { mode: 1, lamports: 5n, compress: false, context: true, fixed: 9 },
];

for (const { fixed, ...header } of HEADERS) {
  const title = `mode ${header.mode}, ${header.lamports.toString()} lamports${header.compress ? " in" : ""}${header.context ? ", CPI context" : ""}`;
  test(`${title}: ${fixed} accounts precede the trees`, () => {
    const data = new ByteWriter()
      .u64(SystemDiscriminator.invokeCpiWithReadOnly)
      .u8(header.mode)
      .zeros(33)
      .u64(header.lamports)
      .bool(header.compress)
      .bool(header.context)
      .zeros(1 + 3 + 1 + 4 + 4 + 4)
      .done();
    const call = (accounts: number) =>
      instruction(LIGHT_SYSTEM, 1, {
        data,
        accounts: new Array<typeof key>(accounts).fill(key),
      });
    const group = (accounts: number) => [
      call(accounts),
      feeTransfer(2),
      insert,
    ];
    assert.equal(findQueueEvents(group(fixed)).length, 1);
    assert.throws(() => findQueueEvents(group(fixed - 1)), /too few accounts/);
  });
}
