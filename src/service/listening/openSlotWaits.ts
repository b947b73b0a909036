import type { Slot } from "../../domain/values.ts";
import type { Health } from "../../ingest/health.ts";
import { SlotWaits } from "../../serve/access/slotWaits.ts";
import type { PublicFlags } from "../../settings/publicFlags.ts";
import type { Reader } from "../../store/reader.ts";

/** An index that is behind catches up at least this many times as fast as the chain grows. */
const CATCHING_UP = 10;

/** Slot waits with the limits of the flags. */
export function openSlotWaits(
  flags: PublicFlags,
  { slots }: Reader,
  health: Health,
  onChange?: (name: string, amount: number) => void,
): SlotWaits {
  const newestAfter = (newest: Slot, ms: number): Slot => {
    const made = Math.ceil(ms / health.slotMs());
    const behind = Math.min(health.lag() ?? 0, made * CATCHING_UP);
    return newest + behind + made;
  };
  return new SlotWaits({
    slots,
    maxMs: flags["max-wait-ms"],
    most: flags["max-waiting"],
    mostPerCaller: flags["max-waiting-per-caller"],
    newestAfter,
    ...(onChange && { onChange }),
  });
}
