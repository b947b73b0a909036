import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  anyLoggedChange,
  anyQueueChange,
} from "../../../test/encoder/arbitraries.ts";
import { encodeTransaction } from "../../../test/encoder/block.ts";
import { loggedEvent } from "../../../test/encoder/loggedEvents.ts";
import { queueEvent } from "../../../test/encoder/queueEvents.ts";
import {
  chainNames,
  readChain,
  recordedTreeBook,
} from "../../../test/encoder/recorded.ts";
import { decodeInsertIntoQueues } from "../../codecs/events/insertIntoQueues.ts";
import { rawJsonTransaction } from "../../codecs/blocks/jsonTransaction.ts";
import { decodePublicTransactionEvent } from "../../codecs/events/publicTransactionEvent.ts";
import { DecodeError } from "../../codecs/reader.ts";
import { decodeSystemInstruction } from "../../codecs/events/systemInstruction.ts";
import { decodeTreeEvent } from "../../codecs/events/treeEvent.ts";
import { decodeWireTransaction } from "../../codecs/blocks/wireTransaction.ts";
import type {
  Block,
  Instruction,
  RawTransaction,
  Transaction,
} from "../../domain/block.ts";
import { asSignature } from "../../domain/values.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";

// fast-check prints the seed and the shrunken case of a run that fails.

const book = recordedTreeBook();
const signature = asSignature(new Uint8Array(64).fill(5));

function decode(...transactions: readonly RawTransaction[]) {
  const block: Block = {
    slot: 1,
    parentSlot: 0,
    blockhash: "",
    parentBlockhash: "",
    blockTime: null,
    blockHeight: null,
    transactions,
  };
  return resolveBlock(decodeBlock(block), book, { verify: true });
}

const recorded = chainNames.flatMap((name) =>
  readChain(name).flatMap(({ block }) => block.transactions.slice(0, 40)),
);

/** Bytes with some of them replaced, and possibly a range removed. */
function mutate(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const copy = Buffer.from(bytes);
  for (const { at, value } of edits) copy[Math.floor(at * copy.length)] = value;
  const cut = edits[0] && edits[0].value % 5 === 0 ? edits[0].at : 1;
  return copy.subarray(0, Math.ceil(cut * copy.length));
}

interface Edit {
  /** The position as a fraction of the length. */
  readonly at: number;
  readonly value: number;
}

const anyEdits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    value: fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255)),
  }),
  { minLength: 1, maxLength: 6 },
);

test("recorded transactions with corrupted wire bytes never throw", () => {
  fc.assert(
    fc.property(fc.constantFrom(...recorded), anyEdits, (entry, edits) => {
      const { transaction, ...rest } = entry as { transaction: [string] };
      const wire = mutate(Buffer.from(transaction[0], "base64"), edits);
      const encoded = [Buffer.from(wire).toString("base64"), "base64"];
      decode(rawJsonTransaction({ ...rest, transaction: encoded }));
    }),
    { numRuns: 1000 },
  );
});

/** The transaction with the data of every instruction corrupted in the same way. */
function broken(entry: unknown, edits: readonly Edit[]): RawTransaction {
  const raw = rawJsonTransaction(entry);
  return {
    bytes: () => raw.bytes(),
    read: (): Transaction => {
      const read = raw.read();
      const breakData = (each: Instruction): Instruction => ({
        program: each.program,
        accounts: each.accounts,
        stackHeight: each.stackHeight,
        data: mutate(each.data, edits),
      });
      return {
        signature: read.signature,
        failed: read.failed,
        mentions: (key) => read.mentions(key),
        groups: read.groups.map((group) => group.map(breakData)),
      };
    },
  };
}

test("recorded transactions with corrupted instruction data never throw", () => {
  fc.assert(
    fc.property(fc.constantFrom(...recorded), anyEdits, (entry, edits) => {
      decode(broken(entry, edits));
    }),
    { numRuns: 1000 },
  );
});

test("encoded events with corrupted data never throw", () => {
  const group = fc.oneof(
    anyLoggedChange.map((change) => loggedEvent(change)),
    anyQueueChange.map((change) => queueEvent(change)),
  );
  fc.assert(
    fc.property(group, anyEdits, (each, edits) => {
      const entry = encodeTransaction({ signature, groups: [each] });
      decode(broken(entry, edits));
    }),
    { numRuns: 300 },
  );
});

test("any JSON in place of a transaction is set aside", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (entry) => {
      assert.equal(decode(rawJsonTransaction(entry)).setAside.length, 1);
    }),
  );
});

const codecs = {
  decodeWireTransaction,
  decodePublicTransactionEvent,
  decodeTreeEvent,
  decodeSystemInstruction,
  decodeInsertIntoQueues,
};

for (const [name, codec] of Object.entries(codecs)) {
  test(`${name} reads random bytes or refuses them with a DecodeError`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          codec(bytes);
        } catch (error) {
          assert.ok(error instanceof DecodeError, String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
}
