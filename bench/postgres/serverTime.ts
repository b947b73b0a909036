import type { Reader } from "../../src/store/reader.ts";
import { sumOf, usageOf } from "../targets/usage.ts";

/** CPU seconds so far of the server processes of these sessions; NaN if they run on another machine. */
export async function serverSeconds(reader: Reader): Promise<number> {
  const rows = await reader.all(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'tachyon'",
    [],
  );
  try {
    return sumOf(rows.map(([pid]) => usageOf(pid as number))).cpu;
  } catch {
    return NaN;
  }
}
