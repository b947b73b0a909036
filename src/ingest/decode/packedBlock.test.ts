import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  anyAddress,
  anyHash,
  anyLoggedChange,
  anyQueueChange,
  anySignature,
  anyU64,
} from "../../../test/encoder/arbitraries.ts";
import { encodeBlock } from "../../../test/encoder/block.ts";
import {
  calledBy,
  feeTransfer,
  instruction,
  transfer,
} from "../../../test/encoder/groups.ts";
import {
  encodePublicTransactionEvent,
  loggedEvent,
  treeEvent,
} from "../../../test/encoder/loggedEvents.ts";
import { plain } from "../../../test/encoder/plain.ts";
import { queueEvent } from "../../../test/encoder/queueEvents.ts";
import { chainNames, readChain } from "../../../test/encoder/recorded.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  NOOP,
} from "../../codecs/programs.ts";
import type { Block } from "../../domain/block.ts";
import { decodeBlock, type DecodedBlock } from "./decodeBlock.ts";
import { packBlock, unpackBlock } from "./packedBlock.ts";

function assertSurvives(block: Block): void {
  const decoded = decodeBlock(block);
  const packed = structuredClone(packBlock(decoded));
  const rawAt = (index: number) => block.transactions[index]!;
  const unpacked = unpackBlock(packed, decoded.header, rawAt);
  assert.deepEqual(comparable(unpacked), comparable(decoded));
}

/** Replaces the functions that return the bytes of transactions by the bytes, for comparison. */
function comparable(decoded: DecodedBlock): unknown {
  const transactions = decoded.transactions.map(({ raw, ...rest }) => ({
    ...rest,
    raw: raw.bytes(),
  }));
  return plain({ ...decoded, transactions });
}

const anyTreeEvent = fc.oneof(
  fc.record({
    kind: fc.constant("nullifier"),
    tree: anyAddress,
    leafIndexes: fc.array(anyU64, { maxLength: 4 }),
    seq: anyU64,
  }),
  fc.record({
    kind: fc.constant("indexedUpdate"),
    tree: anyAddress,
    elements: fc.array(fc.record({ value: anyAddress, index: anyU64 }), {
      maxLength: 4,
    }),
    seq: anyU64,
  }),
);
const anyBatchEvent = fc.record({
  tree: anyAddress,
  kind: fc.constantFrom("append", "nullify", "addressAppend"),
  oldNextIndex: anyU64,
  newNextIndex: anyU64,
  newRoot: anyHash,
  sequenceNumber: anyU64,
});

const forgery = calledBy(LIGHT_SYSTEM, [
  instruction(ACCOUNT_COMPRESSION, 1),
  feeTransfer(2),
  instruction(NOOP, 2, { data: encodePublicTransactionEvent({}) }),
]);

const anyGroup = fc.oneof(
  anyLoggedChange.map((change) => loggedEvent(change)),
  anyQueueChange.map((change) => queueEvent(change)),
  fc.oneof(anyTreeEvent, anyBatchEvent).map(treeEvent),
  fc.constantFrom(transfer(), forgery),
);

test("unpacking a packed block gives the decoded block", () => {
  const anyTransaction = fc.record({
    signature: anySignature,
    groups: fc.array(anyGroup, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(anyTransaction, { maxLength: 5 }), (transactions) => {
      const block = encodeBlock({ slot: 10, transactions });
      const json: unknown = JSON.parse(JSON.stringify(block));
      assertSurvives(readJsonBlock(10, json));
    }),
    { numRuns: 100 },
  );
});

for (const name of chainNames) {
  test(`every block of ${name} survives packing`, () => {
    for (const { slot, block } of readChain(name))
      assertSurvives(readJsonBlock(slot, block));
  });
}
