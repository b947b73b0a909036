import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataWindow } from "../../domain/query.ts";
import type { Connection } from "../../store/connection.ts";
import { addFilterIndex, buildStep } from "../../store/filterIndexes/upkeep.ts";
import { IndexState } from "../../store/filterIndexes/definition.ts";
import { describeDataWindow } from "../../settings/dataWindow.ts";
import type { Reporter } from "../reporter.ts";

/** Declares an index and adds the existing accounts in steps; others may write between two steps. */
export async function buildIndex(
  connection: Connection,
  window: DataWindow,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const { state } = await addFilterIndex(connection, window);
  if (state === IndexState.Ready) return;
  const name = describeDataWindow(window);
  const total = await countAccounts(connection, window);
  let filed = 0;
  for (let step = -1; step !== 0 && !signal.aborted;) {
    step = await buildStep(connection, window);
    filed += step;
    await nextTurn();
    reporter.status(
      `building index ${name}`,
      { accounts: filed, of: total, share: total > 0 ? filed / total : 1 },
      `index    ${name}: ${filed} of ${total} accounts`,
    );
  }
  if (!signal.aborted)
    reporter.say(`index    ${name} is ready, ${filed} accounts filed`);
}

async function countAccounts(
  connection: Connection,
  { owner }: DataWindow,
): Promise<number> {
  const sql = "select count(*) from accounts_by_owner where key = ?";
  const [row] = await connection.all(sql, [owner]);
  return Number(row![0]);
}
