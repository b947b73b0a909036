import assert from "node:assert/strict";
import { parseAddress } from "../../src/codecs/bytes.ts";
import { hashToField } from "../../src/codecs/hashing/hashToField.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { asAddress } from "../../src/domain/values.ts";
import { findCompressedTwins } from "../../src/store/read/findCompressedTwins.ts";
import { latestTransactions } from "../../src/store/read/pages/latestTransactions.ts";
import {
  key,
  sampleAccount,
  sampleBlock,
  sampleToken,
  signature,
} from "./sampleAccounts.ts";
import { assertSameRows } from "./dump.ts";
import { test } from "./eachEngine.ts";

const ADDRESS_TREE = parseAddress(
  "amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx",
);
const onChain = key(50);
const program = key(60);
const derived = asAddress(hashToField(onChain, ADDRESS_TREE, program));
const state = { discriminator: 7n, data: Buffer.from("state") };

test("compressed accounts are found by the on-chain account they represent, until they are spent", async (withStore) => {
  const mint = Buffer.alloc(166);
  mint.set(onChain, 84);
  mint[165] = 1;
  const created = [
    sampleAccount(10, { owner: program, address: derived }, state),
    sampleAccount(
      11,
      { owner: COMPRESSED_TOKEN },
      { discriminator: 1n, data: mint },
    ),
    sampleToken(12, onChain, key(70), 5n),
    sampleAccount(13, { owner: program, address: key(99) }, state),
  ];
  await withStore(async ({ writer, reader }) => {
    await writer.apply([sampleBlock(1, { created })]);
    const cold = await findCompressedTwins(reader, onChain);
    const found = cold.accounts.map(({ account }) => account.leafIndex);
    assert.deepEqual([cold.slot, ...found], [1, 10, 11, 12]);
    const spent = created.slice(0, 3).map(({ hash }) => hash);
    await writer.apply([sampleBlock(2, { spent })]);
    assert.deepEqual((await findCompressedTwins(reader, onChain)).accounts, []);
    await writer.undoAfter(1);
    assert.equal(
      (await findCompressedTwins(reader, onChain)).accounts.length,
      3,
    );
  });
});

test("the marker of an account that moved on chain is not the account", async (withStore) => {
  const moved = { discriminator: 2n ** 56n - 1n, data: Buffer.from(onChain) };
  const account = sampleAccount(
    10,
    { owner: program, address: derived },
    moved,
  );
  await withStore(async ({ writer, reader }) => {
    await writer.apply([sampleBlock(1, { created: [account] })]);
    assert.deepEqual((await findCompressedTwins(reader, onChain)).accounts, []);
  });
});

test("the newest thousand transactions without compression are listed, merged with the others by slot", async (withStore) => {
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => signature(10_000 + from + i));
  await withStore(async ({ writer, reader }) => {
    await writer.apply([sampleBlock(1, {}, others(0, 700))]);
    const created = [sampleAccount(1, {})];
    await writer.apply([
      sampleBlock(2, { created }, others(700, 10)),
      sampleBlock(3, {}, others(710, 600)),
    ]);
    const kept = "select count(*) from other_transactions";
    assert.deepEqual(await reader.all(kept, []), [[1000]]);
    const { slot, items } = await latestTransactions(reader, null, 1000);
    const slots = items.map((item) => Number(/"slot":(\d+)/.exec(item)![1]));
    assert.equal(slot, 3);
    assert.deepEqual(slots, [...fill(600, 3), ...fill(11, 2), ...fill(389, 1)]);
    await writer.undoAfter(2);
    const left = await latestTransactions(reader, null, 1000);
    assert.equal(left.items.length, 401);
    assert.deepEqual(await latestTransactions(reader, null, 0), {
      slot: 2,
      items: [],
    });
  });
});

test("the newest thousand are the same when older blocks are filled in later", async (withStore) => {
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => signature(10_000 + from + i));
  const blocks = [
    sampleBlock(1, {}, others(0, 500)),
    sampleBlock(2, {}, others(500, 300)),
    sampleBlock(3, {}, others(800, 300)),
    sampleBlock(4, {}, others(1100, 100)),
  ];
  await withStore((clean) =>
    withStore(async ({ writer, reader }) => {
      await clean.writer.apply(blocks);
      await writer.apply(blocks.slice(3));
      for (const slot of [3, 2, 1])
        await writer.backfill([blocks[slot - 1]!], { first: slot, last: slot });
      assert.deepEqual(
        await latestTransactions(reader, null, 1000),
        await latestTransactions(clean.reader, null, 1000),
      );
      await assertSameRows(reader, clean.reader);
    }),
  );
});

const fill = (count: number, slot: number) => Array<number>(count).fill(slot);
