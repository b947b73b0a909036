import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { readFact } from "../write/facts.ts";

export const HISTORY_FROM = "history_from";

/** The first slot whose lists can still be told: past rows that ended there or before are gone. */
export async function readHistoryFrom(reading: Reading): Promise<Slot> {
  return Number((await readFact(reading, HISTORY_FROM)) ?? 0);
}
