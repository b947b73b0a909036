import {
  type LogFormat,
  openReporter,
  type Reporter,
} from "../service/reporter.ts";
import { stopSignal } from "../service/stopSignal.ts";
import { type Flags, listFormerNames } from "../settings/readFlags.ts";

interface Stoppable {
  readonly flags: { readonly "log-format": LogFormat | null };
  /** The flags that the command reads. */
  readonly table: Flags;
  readonly args: readonly string[];
  /** How long the work may take to end after a signal. */
  readonly graceMs?: number;
}

/** Runs work that SIGINT and SIGTERM stop. The process exits if the work does not end within the grace period. */
export async function stoppable(
  { flags, table, args, graceMs }: Stoppable,
  work: (reporter: Reporter, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = stopSignal(graceMs);
  const reporter = openReporter(flags["log-format"]);
  for (const line of listFormerNames(table, args, process.env))
    reporter.say(line);
  stop.addEventListener("abort", () => {
    reporter.say("stopping; a second signal ends the process at once");
  });
  try {
    await work(reporter, stop);
  } catch (error) {
    if (!stop.aborted) throw error; // a failure caused by the stop is no failure
  }
  if (stop.aborted) reporter.say("stopped");
}
