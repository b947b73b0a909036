import type { DataWindow } from "../../domain/query.ts";
import type { Connection } from "../../store/connection.ts";
import {
  dropStep,
  findFilterIndex,
  markDropped,
} from "../../store/filterIndexes/upkeep.ts";
import {
  IndexState,
  listFilterIndexes,
} from "../../store/filterIndexes/definition.ts";
import { openForUpkeep } from "../../store/open.ts";
import { counted } from "../../service/indexing/progress.ts";
import { buildIndex } from "../../service/indexing/buildFilterIndex.ts";
import {
  describeDataWindow,
  parseDataWindow,
} from "../../settings/dataWindow.ts";
import { readFlags } from "../../settings/readFlags.ts";
import { openReporter, type Reporter } from "../../service/reporter.ts";
import { stopSignal } from "../../service/stopSignal.ts";
import { UsageError } from "../../settings/usageError.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";
import { print } from "../print.ts";
import { serveFlags } from "../../settings/serveFlags.ts";

export const filterIndexFlags = {
  ...existingStoreFlags,
  "log-format": serveFlags["log-format"],
};

/** `tachyon index add|list|drop`: manages indexes on windows of account data, while a service runs or not. */
export async function filterIndex(args: readonly string[]): Promise<void> {
  const [action = "", ...rest] = args;
  const named = action === "list" ? [] : rest.slice(0, 1);
  const flags = readFlags(
    filterIndexFlags,
    rest.slice(named.length),
    process.env,
  );
  const act = actionOf(action, named[0]);
  const url = existingStore(flags);
  const connection = await openForUpkeep(url);
  try {
    await act(connection, openReporter(flags["log-format"]), stopSignal());
  } finally {
    await connection.close();
  }
}

type Action = (
  connection: Connection,
  reporter: Reporter,
  signal: AbortSignal,
) => Promise<void>;

function actionOf(action: string, named: string | undefined): Action {
  if (action === "list") return list;
  if (action !== "add" && action !== "drop")
    throw new UsageError(
      "an action is missing: index add, index list or index drop",
    );
  const window = windowOf(action, named);
  return action === "add"
    ? (connection, reporter, signal) =>
        buildIndex(connection, window, reporter, signal)
    : (connection, reporter, signal) =>
        drop(connection, window, reporter, signal);
}

function windowOf(action: string, text: string | undefined): DataWindow {
  try {
    return parseDataWindow(text ?? "");
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(`index ${action}: "${text ?? ""}" ${why}`);
  }
}

const STATES = ["being built", "ready", "being dropped"] as const;

/** The list is output, not log: it has neither times nor the log's format. */
async function list(connection: Connection): Promise<void> {
  const indexes = await listFilterIndexes(connection);
  for (const index of indexes)
    print(`${describeDataWindow(index)}  ${STATES[index.state]}`);
  print(counted(indexes.length, "index", "indexes"));
}

async function drop(
  connection: Connection,
  window: DataWindow,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const name = describeDataWindow(window);
  const index = await findFilterIndex(connection, window);
  if (!index) throw new UsageError(`index drop: there is no index ${name}`);
  if (index.state !== IndexState.Dropped) await markDropped(connection, index);
  let dropped = 0;
  for (let step = -1; step !== 0 && !signal.aborted;) {
    step = await dropStep(connection, index);
    dropped += step;
    reporter.status(
      `dropping index ${name}`,
      { rows: dropped },
      `dropping ${name}: ${dropped} rows`,
    );
  }
  if (!signal.aborted) reporter.say(`dropped  ${name}, ${dropped} rows`);
}
