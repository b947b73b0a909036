// Faults of a node's responses that occur in practice, or might.
import type { Random } from "../model/random.ts";
import type { Disturbance, NodeBlock } from "../node/simulatedNode.ts";

type Fault = (
  random: Random,
  blocks: readonly NodeBlock[],
  params: readonly unknown[],
) => Disturbance | null;

const anywhere: readonly Fault[] = [
  () => ({ status: 503 }),
  () => ({ status: 429, retryAfter: 0.005 }),
  () => ({ drop: true }),
  () => ({ hang: true }),
  () => ({ text: '{"jsonrpc":"2.0","id":1,"resu' }),
  () => ({ text: '{"jsonrpc":"2.0","id":1,"result":{"strange":[]}}' }),
  () => ({ error: { code: -32603, message: "internal error" } }),
  () => ({ error: { code: -32005, message: "node is behind by 42 slots" } }),
  (random) => ({ delayMs: random.below(10) }),
];

const byMethod: Readonly<Record<string, readonly Fault[]>> = {
  getSlot: [
    // A node that is temporarily behind.
    (random, blocks) => ({
      result: blocks.at(-1 - random.below(8))?.slot ?? 0,
    }),
  ],
  getBlocks: [
    // A missing slot.
    (random, blocks, [from, to]) => {
      const slots = within(blocks, from, to);
      slots.splice(random.below(slots.length + 1), 1);
      return { result: slots };
    },
    // Slots out of order, with one duplicated.
    (_, blocks, [from, to]) => ({ result: within(blocks, from, to).reverse() }),
    (_, blocks, [from, to]) => {
      const slots = within(blocks, from, to);
      return { result: [...slots.slice(0, 1), ...slots] };
    },
  ],
  getBlock: [
    // The block of a different slot.
    (random, blocks) => ({ result: random.pick(blocks).block }),
    () => ({ result: null }),
    () => ({ error: { code: -32004, message: "not available" } }),
    () => ({ error: { code: -32007, message: "was skipped" } }),
    () => ({ error: { code: -32009, message: "missing in storage" } }),
  ],
};

function within(
  blocks: readonly NodeBlock[],
  from: unknown,
  to: unknown,
): number[] {
  return blocks
    .map(({ slot }) => slot)
    .filter((slot) => slot >= Number(from) && slot <= Number(to));
}

export function faultFor(
  random: Random,
  blocks: readonly NodeBlock[],
  method: string,
  params: readonly unknown[],
): Disturbance | null {
  const faults = [...anywhere, ...(byMethod[method] ?? [])];
  return random.pick(faults)(random, blocks, params);
}
