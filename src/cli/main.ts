import cluster from "node:cluster";
import { inspect } from "node:util";
import { backfill, backfillFlags } from "./commands/backfill.ts";
import { filterIndex } from "./commands/filterIndex.ts";
import { snapshot, snapshotFlags } from "./commands/snapshot.ts";
import { quarantine, quarantineFlags } from "./commands/quarantine.ts";
import { migrate, migrateFlags } from "./commands/migrate.ts";
import { serve } from "../service/serve.ts";
import { serveFlags } from "../settings/serveFlags.ts";
import { explain } from "../service/explain.ts";
import { readFlags } from "../settings/readFlags.ts";
import {
  backfillHelp,
  filterIndexHelp,
  migrateHelp,
  quarantineHelp,
  serveHelp,
  snapshotHelp,
} from "./help.ts";
import { CLOSE_MS } from "../service/listening/listen.ts";
import { nearest } from "../settings/nearest.ts";
import { readVersion } from "../settings/package.ts";
import {
  type LogFormat,
  openReporter,
  type Reporter,
} from "../service/reporter.ts";
import { stopSignal } from "../service/stopSignal.ts";
import { UsageError } from "../settings/usageError.ts";
import { runWorker } from "../service/workers/worker.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Command {
  readonly help: string;
  run(args: readonly string[]): Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  quarantine: {
    help: quarantineHelp,
    run: (args) =>
      quarantine(readFlags(quarantineFlags, args, process.env), print),
  },
  migrate: {
    help: migrateHelp,
    run: (args) => migrate(readFlags(migrateFlags, args, process.env), print),
  },
  index: { help: filterIndexHelp, run: filterIndex },
  backfill: {
    help: backfillHelp,
    run: (args) => {
      const flags = readFlags(backfillFlags, args, process.env);
      return stoppable(flags, (...to) => backfill(flags, ...to));
    },
  },
  snapshot: {
    help: snapshotHelp,
    run: (args) => {
      const at = args.findIndex((arg) => arg.startsWith("-"));
      const words = at < 0 ? args : args.slice(0, at);
      const rest = args.slice(words.length);
      const flags = readFlags(snapshotFlags, rest, process.env);
      return stoppable(flags, (...to) => snapshot(words, flags, ...to));
    },
  },
};

const SERVE: Command = {
  help: serveHelp,
  run: (args) => {
    const flags = readFlags(serveFlags, args, process.env);
    if (cluster.isWorker)
      return runWorker(flags, openReporter(flags["log-format"]));
    const graceMs = CLOSE_MS + flags.drain * 1000 + 1_000;
    return stoppable(flags, (...to) => serve(flags, ...to), graceMs);
  },
};

async function main(args: readonly string[]): Promise<void> {
  const [first = ""] = args;
  const name = first.startsWith("-") ? "" : first;
  const command = name === "" ? SERVE : COMMANDS[name];
  if (args.includes("--version")) print(`tachyon ${readVersion()}`);
  else if (!command) throw new UsageError(unknownCommand(name));
  else if (asksForHelp(args)) print(command.help);
  else await command.run(name === "" ? args : args.slice(1));
}

/** Runs what SIGINT and SIGTERM may stop; what outlasts the grace is cut off. */
async function stoppable(
  flags: { readonly "log-format": LogFormat | null },
  work: (reporter: Reporter, signal: AbortSignal) => Promise<void>,
  graceMs?: number,
): Promise<void> {
  const stop = stopSignal(graceMs);
  try {
    await work(openReporter(flags["log-format"]), stop);
  } catch (error) {
    if (!stop.aborted) throw error; // what a stop cuts off is no failure
  }
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

function unknownCommand(command: string): string {
  const close = nearest(command, Object.keys(COMMANDS));
  const hint = close ? `did you mean ${close}?` : "see --help";
  return `unknown command "${command}"; ${hint}`;
}

try {
  await main(process.argv.slice(2));
  // Idle connections to a node would keep the process for a while.
  process.exit(0);
} catch (error) {
  process.stderr.write(`tachyon: ${explain(error) ?? inspect(error)}\n`);
  process.exit(1);
}
