import type { SlotWaits } from "../access/slotWaits.ts";
import { family } from "./family.ts";

/** Requests that wait for a slot, and how waits ended. */
export function renderWaits({ waiting, outcomes }: SlotWaits): string {
  const gauge = "tachyon_slot_waiting_requests";
  const ended = "tachyon_slot_waits_total";
  return (
    family(gauge, "gauge", "Requests that wait for a slot to be indexed.", [
      `${gauge} ${waiting}`,
    ]) +
    family(
      ended,
      "counter",
      "Requests whose slot was not indexed yet, by outcome.",
      [...outcomes].map(
        ([outcome, count]) =>
          `${ended}{outcome="${outcome.replaceAll(" ", "_")}"} ${count}`,
      ),
    )
  );
}
