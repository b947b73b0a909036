import type { StateUpdate } from "../../src/domain/update.ts";
import { firstSlotOf, gapsIn } from "../../src/store/write/ranges.ts";
import type { Writer } from "../../src/store/writer.ts";
import type { Random } from "../model/random.ts";

const slotOf = ({ block }: StateUpdate) => block.slot;

/** Backfills these blocks, the first of the chain, in pieces of any size, the newest piece first. */
export async function fillAll(
  writer: Writer,
  updates: readonly StateUpdate[],
  random: Random,
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const first = firstSlotOf(updates[0]!.block);
  for (;;) {
    const known = await writer.ranges();
    const last = known.at(-1)!.first - 1;
    const gap = gapsIn(known, { first, last }).at(-1);
    if (!gap) return;
    const from = gap.first + random.below(gap.last - gap.first + 1);
    const inside = updates.filter(
      (each) => slotOf(each) >= from && slotOf(each) <= gap.last,
    );
    await writer.backfill(inside, { first: from, last: gap.last });
    await after();
  }
}
