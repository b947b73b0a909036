import assert from "node:assert/strict";
import { test } from "node:test";
import { readJsonBlock } from "../codecs/blocks/jsonBlock.ts";
import type { Block } from "../domain/block.ts";
import { blockhashOf } from "../../test/encoder/block.ts";
import { smallChain } from "../../test/node/smallChain.ts";
import { BrokenChain, linked } from "./chain.ts";

const head = (slot: number) => ({ slot, blockhash: blockhashOf(slot) });

function blocksAt(slots: readonly number[]): Block[] {
  return smallChain(slots).map(({ slot, block }) => readJsonBlock(slot, block));
}

async function pass(
  blocks: readonly Block[],
  after: ReturnType<typeof head> | null,
): Promise<number[]> {
  async function* stream(): AsyncGenerator<Block> {
    for (const block of blocks) yield await Promise.resolve(block);
  }
  const slots: number[] = [];
  for await (const { slot } of linked(stream(), after)) slots.push(slot);
  return slots;
}

test("blocks that follow one another pass, also over skipped slots", async () => {
  assert.deepEqual(await pass(blocksAt([4, 5, 9]), head(3)), [4, 5, 9]);
});

test("an empty store accepts any first block", async () => {
  assert.deepEqual(await pass(blocksAt([77, 78]), null), [77, 78]);
});

test("a missing block is a gap", async () => {
  const [first, , third] = blocksAt([1, 2, 3]);
  await assert.rejects(pass([first!, third!], null), (error: Error) => {
    assert.ok(error instanceof BrokenChain);
    assert.match(error.message, /gap: .*slot 3 follows slot 2.*is slot 1/);
    return true;
  });
});

test("a block on another parent of the same slot is a fork", async () => {
  const fork = { slot: 3, blockhash: blockhashOf(999) };
  await assert.rejects(pass(blocksAt([4]), fork), /a fork: .*slot 4/);
});

test("a repeated or late block is refused", async () => {
  const [first, second] = blocksAt([1, 2]);
  const twice = [first!, second!, second!];
  await assert.rejects(pass(twice, null), /slot 2 was received after slot 2/);
  await assert.rejects(
    pass([second!, first!], null),
    /slot 1 was received after/,
  );
});
