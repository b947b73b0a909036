import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBlock } from "../../../test/encoder/block.ts";
import { instruction, transfer } from "../../../test/encoder/groups.ts";
import { encodeLongBase58 } from "../../../test/encoder/longBase58.ts";
import { plain } from "../../../test/encoder/plain.ts";
import { asAddress, asSignature } from "../../domain/values.ts";
import { readJsonBlock } from "./jsonBlock.ts";
import { rawJsonTransaction } from "./jsonTransaction.ts";
import { VOTE } from "../programs.ts";

const signature = asSignature(new Uint8Array(64).fill(5));
const key = (fill: number) => asAddress(new Uint8Array(32).fill(fill));

test("the header comes from the node, and the slot from the request", () => {
  const json = encodeBlock({
    slot: 12,
    parentSlot: 10,
    blockTime: 1_750_000_000,
    transactions: [],
  });
  assert.deepEqual(readJsonBlock(12, json), {
    slot: 12,
    parentSlot: 10,
    blockhash: json.blockhash,
    parentBlockhash: json.previousBlockhash,
    blockTime: 1_750_000_000,
    blockHeight: null,
    transactions: [],
  });
});

test("a malformed header is refused with an error that names the field", () => {
  const good = encodeBlock({ slot: 12, transactions: [] });
  const broken: Record<string, unknown> = {
    parentSlot: "11",
    blockhash: "0OIl",
    previousBlockhash: null,
    blockTime: "now",
    blockHeight: -1,
    transactions: {},
  };
  for (const [field, value] of Object.entries(broken))
    assert.throws(
      () => readJsonBlock(12, { ...good, [field]: value }),
      new RegExp(`^DecodeError: ${field} of block 12`),
    );
  for (const json of [null, [], "block"])
    assert.throws(() => readJsonBlock(12, json), /^DecodeError: block 12/);
});

test("a transaction that cannot be read does not fail its block", () => {
  const json = encodeBlock({ slot: 1, transactions: [] });
  const block = readJsonBlock(1, { ...json, transactions: [null] });
  assert.throws(() => block.transactions[0]!.read(), /^DecodeError/);
  assert.equal(Buffer.from(block.transactions[0]!.bytes()).toString(), "null");
});

const group = [
  instruction(key(1), 1, { accounts: [key(2), key(3)], data: Buffer.of(1) }),
  instruction(key(4), 2, { accounts: [key(5)], data: Buffer.from([0, 0, 9]) }),
  { ...instruction(key(3), 3), stackHeight: null },
];

for (const shape of [
  { version: "legacy" },
  { version: 0 },
  { version: 0, lookups: true },
  { version: 1 },
] as const) {
  test(`decoded instructions equal the encoded ones: ${JSON.stringify(shape)}`, () => {
    const transaction = { signature, groups: [transfer(), group], ...shape };
    const json = encodeBlock({ slot: 1, transactions: [transaction] });
    const read = readJsonBlock(1, json).transactions[0]!.read();
    const fields = read.groups.map((instructions) =>
      instructions.map(({ program, accounts, data, stackHeight }) => ({
        program,
        accounts,
        data,
        stackHeight,
      })),
    );
    assert.deepEqual(plain(read.signature), plain(signature));
    assert.deepEqual(plain(fields), plain([transfer(), group]));
  });

  test(`exactly the transaction's keys are found: ${JSON.stringify(shape)}`, () => {
    const transaction = { signature, groups: [transfer(), group], ...shape };
    const json = encodeBlock({ slot: 1, transactions: [transaction] });
    const read = readJsonBlock(1, json).transactions[0]!.read();
    for (const fill of [1, 2, 3, 4, 5]) assert.ok(read.mentions(key(fill)));
    assert.ok(!read.mentions(VOTE));
  });
}

test("a transaction is accepted as base64, as base58, and as plain text in base58", () => {
  const [entry] = encodeBlock({
    slot: 1,
    transactions: [{ signature, groups: [group] }],
  }).transactions;
  const text = encodeLongBase58(Buffer.from(entry!.transaction[0]!, "base64"));
  for (const transaction of [text, [text, "base58"]]) {
    const read = rawJsonTransaction({ ...entry, transaction }).read();
    assert.deepEqual(plain(read.signature), plain(signature));
    assert.equal(read.groups[0]?.length, group.length);
  }
});

test("a transaction in any other encoding is refused with an error that names it", () => {
  const meta = { err: null };
  for (const [transaction, reason] of [
    [{ message: {}, signatures: [] }, /transaction is neither text nor a list/],
    [["AAAA", "base64+zstd"], /transaction is neither base64 nor base58/],
    [["0OIl", "base58"], /transaction is not base58/],
    ["0OIl", /transaction is not base58/],
  ] as const)
    assert.throws(
      () => rawJsonTransaction({ transaction, meta }).read(),
      reason,
    );
});

test("an index without a key is refused", () => {
  const transactions = [{ signature, groups: [group] }];
  const json = encodeBlock({ slot: 1, transactions });
  const inner = json.transactions[0]!.meta.innerInstructions[0]!.instructions;
  inner[0]!.programIdIndex = 99;
  const read = readJsonBlock(1, json).transactions[0]!.read();
  assert.throws(() => read.groups, /there is no key 99/);
});
