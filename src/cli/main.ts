#!/usr/bin/env node
import cluster from "node:cluster";
import { inspect } from "node:util";
import { filterIndex } from "./commands/filterIndex.ts";
import { quarantine, quarantineFlags } from "./commands/quarantine.ts";
import { migrate, migrateFlags } from "./commands/migrate.ts";
import { serve } from "./commands/serve.ts";
import { serveFlags } from "./commands/serveFlags.ts";
import { explain } from "./explain.ts";
import { readFlags } from "./flags.ts";
import {
  filterIndexHelp,
  migrateHelp,
  quarantineHelp,
  serveHelp,
} from "./help.ts";
import { nearest } from "./nearest.ts";
import { readVersion } from "./package.ts";
import { openScreen } from "./screen.ts";
import { stopSignal } from "./stopSignal.ts";
import { UsageError } from "./usage.ts";
import { runWorker } from "./workers/worker.ts";

const COMMANDS = ["index", "migrate", "quarantine"];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(args: readonly string[]): Promise<void> {
  const [first = ""] = args;
  const command = first.startsWith("-") ? "" : first;
  if (args.includes("--version")) print(`tachyon ${readVersion()}`);
  else if (command === "") await runServe(args);
  else if (command === "quarantine") await runQuarantine(args.slice(1));
  else if (command === "migrate") await runMigrate(args.slice(1));
  else if (command === "index") await runFilterIndex(args.slice(1));
  else throw new UsageError(unknownCommand(command));
}

async function runServe(args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) {
    print(serveHelp);
    return;
  }
  const flags = readFlags(serveFlags, args, process.env);
  const screen = openScreen(flags["log-format"]);
  if (cluster.isWorker) {
    await runWorker(flags, screen);
    return;
  }
  const stop = stopSignal();
  try {
    await serve(flags, screen, stop);
  } catch (error) {
    if (!stop.aborted) throw error; // what a stop cuts off is no failure
  }
}

async function runQuarantine(args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) print(quarantineHelp);
  else await quarantine(readFlags(quarantineFlags, args, process.env), print);
}

async function runMigrate(args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) print(migrateHelp);
  else await migrate(readFlags(migrateFlags, args, process.env), print);
}

async function runFilterIndex(args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) print(filterIndexHelp);
  else await filterIndex(args);
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

function unknownCommand(command: string): string {
  const close = nearest(command, COMMANDS);
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
