import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeBlock } from "../../../test/encoder/block.ts";
import { instruction, transfer } from "../../../test/encoder/groups.ts";
import { plain } from "../../../test/encoder/plain.ts";
import { chainNames, readChain } from "../../../test/encoder/recorded.ts";
import { asAddress, asSignature } from "../../domain/values.ts";
import { parseBlockText } from "./blockText.ts";
import { rawJsonTransaction } from "./jsonTransaction.ts";
import { ACCOUNT_COMPRESSION } from "../programs.ts";
import { TransactionText } from "./transactionText.ts";

type Entry = Record<"meta" | "transaction" | "version", unknown>;

const LAYOUTS = {
  sorted: ({ meta, transaction, version }: Entry) => ({
    ...{ meta, transaction, version },
  }),
  "in the order of the struct": ({ meta, transaction, version }: Entry) => ({
    ...{ transaction, meta, version },
  }),
};
type Layout = keyof typeof LAYOUTS;
const layouts = Object.keys(LAYOUTS) as Layout[];

interface Answer {
  readonly result: { readonly transactions: readonly unknown[] };
}

const answerOf = (transactions: readonly unknown[]): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    result: { blockHeight: 1, parentSlot: 1, transactions, rewards: [] },
    id: 1,
  });

const entriesOf = (text: string) =>
  (parseBlockText(text) as Answer).result.transactions;

/** Everything that is read of a transaction, or the error. */
function readAll(entry: unknown) {
  try {
    const read = rawJsonTransaction(entry).read();
    const { signature, failed } = read;
    const mentions = read.mentions(ACCOUNT_COMPRESSION);
    const groups = read.groups.map((group) =>
      group.map(({ program, accounts, data, stackHeight }) => ({
        ...{ program, accounts, data, stackHeight },
      })),
    );
    return plain({ signature, failed, mentions, groups });
  } catch (error) {
    return (error as Error).message;
  }
}

/** Fails unless the entries are text and say what the whole JSON says. */
function assertSame(text: string): void {
  const whole = (JSON.parse(text) as Answer).result.transactions;
  const entries = entriesOf(text);
  assert.equal(entries.length, whole.length);
  for (const [i, entry] of entries.entries()) {
    assert.ok(entry instanceof TransactionText);
    assert.deepEqual(JSON.parse(entry.text), whole[i]);
    const read = readAll(entry);
    assert.deepEqual(read, readAll(whole[i]));
    assert.notEqual(typeof read, "string"); // an error
  }
}

for (const name of chainNames)
  for (const layout of layouts)
    test(`the transactions of ${name}, ${layout}, are the same as text`, () => {
      for (const { block } of readChain(name)) {
        const { transactions } = block as { transactions: Entry[] };
        if (transactions.length > 0)
          assertSame(answerOf(transactions.map(LAYOUTS[layout])));
      }
    });

/** Text as an attacker would log it: keys and ends of the layouts, quotes and backslashes. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['{"meta":{', '},"transaction":["', '","base64"],"version":0}'],
        ...['"err":null', '"loadedAddresses":{', '"innerInstructions":['],
        ...['"transactions":[', "]},", '\\"', '"', "\\", "}", "]", "😀"],
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const key = (fill: number) => asAddress(new Uint8Array(32).fill(fill));

/** Members of `meta` other than those that are read. */
const members = fc.dictionary(
  fc.constantFrom("logMessages", "fee", "status", "costUnits", "aNumber"),
  fc.oneof(
    fc.nat(),
    fc.array(hostile, { maxLength: 3 }),
    fc.record({ Err: fc.option(hostile) }),
  ),
);

const transaction = fc
  .record({
    before: members,
    after: members,
    failed: fc.boolean(),
    version: fc.constantFrom("legacy" as const, 0 as const, 1 as const),
    lookups: fc.boolean(),
    program: fc.constantFrom(ACCOUNT_COMPRESSION, key(7)),
    layout: fc.constantFrom(...layouts),
  })
  .map(({ before, after, layout, program, version, ...more }) => {
    const group = [
      instruction(key(1), 1, { accounts: [key(2)], data: Buffer.of(1) }),
      instruction(program, 2, { data: Buffer.of(0, 0, 9) }),
    ];
    const lookups = more.lookups && version === 0;
    const signature = asSignature(new Uint8Array(64).fill(5));
    const groups = [transfer(), group];
    const content = { signature, groups, version, lookups };
    const [entry] = encodeBlock({
      slot: 1,
      transactions: [{ ...content, failed: more.failed }],
    }).transactions;
    const meta = { ...before, ...entry!.meta, ...after };
    return LAYOUTS[layout]({ ...entry!, meta });
  });

test("transactions with hostile logs are the same as text", () => {
  fc.assert(
    fc.property(
      fc.array(transaction, { minLength: 1, maxLength: 4 }),
      (all) => {
        assertSame(answerOf(all));
      },
    ),
    { numRuns: 300 },
  );
});

test("texts in other layouts are parsed whole, with the same result", () => {
  const [entry] = encodeBlock({
    slot: 1,
    transactions: [
      { signature: asSignature(new Uint8Array(64)), groups: [transfer()] },
    ],
  }).transactions;
  const { meta, transaction: wire, version } = entry!;
  const answer = answerOf([entry]);
  const others = [
    answerOf([]),
    answerOf([entry, null]),
    answerOf([{ meta, transaction: wire }]),
    answerOf([{ version, meta, transaction: wire }]),
    answerOf([{ meta, transaction: [wire[0], "base58"], version }]),
    answerOf([{ meta: null, transaction: wire, version }]),
    JSON.stringify(JSON.parse(answer), null, 1),
    `{"value":${answer}}`,
    '{"jsonrpc":"2.0","error":{"code":-32007,"message":"skipped"},"id":1}',
    '{"jsonrpc":"2.0","result":null,"id":1}',
  ];
  for (const text of others)
    assert.deepEqual(parseBlockText(text), JSON.parse(text));
});

test("a text that is cut off anywhere is not JSON", () => {
  const text = answerOf(
    encodeBlock({
      slot: 1,
      transactions: [1, 2].map((fill) => ({
        signature: asSignature(new Uint8Array(64).fill(fill)),
        groups: [transfer()],
      })),
    }).transactions,
  );
  for (let length = 0; length < text.length; length++)
    assert.throws(() => parseBlockText(text.slice(0, length)), SyntaxError);
});
