import { inspect } from "node:util";
import { explain } from "../service/explain.ts";
import { refuseUnknownVariables } from "../settings/environment.ts";
import { nearest } from "../settings/nearest.ts";
import { readVersion } from "../settings/package.ts";
import { UsageError } from "../settings/usageError.ts";
import { type Command, commands, serveCommand } from "./commands.ts";
import { completionScript } from "./completion/script.ts";
import { generalHelp, helpOf } from "./help.ts";
import { print } from "./print.ts";

async function main(args: readonly string[]): Promise<void> {
  const [first = ""] = args;
  const name = first.startsWith("-") ? "" : first;
  const rest = name === "" ? args : args.slice(1);
  if (name === "version" || args.includes("--version"))
    print(`tachyon ${readVersion()}`);
  else if (name === "help") print(helpFor(rest[0]));
  else if (name === "completion" && !wantsHelp(args))
    print(completionScript(rest));
  else if (wantsHelp(args)) print(helpFor(name || undefined));
  else await run(name === "" ? serveCommand : findCommand(name), rest);
}

async function run(command: Command, args: readonly string[]): Promise<void> {
  const all = [serveCommand, ...Object.values(commands)];
  refuseUnknownVariables(
    all.map(({ flags }) => flags),
    process.env,
  );
  await command.run(args);
}

function wantsHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

function helpFor(name: string | undefined): string {
  // The help of a command that has no flags is the general one.
  return name === undefined || OF_MAIN.includes(name)
    ? generalHelp()
    : helpOf(findCommand(name));
}

/** Commands that run here, because they need the list of commands. */
const OF_MAIN = ["completion", "help", "version"];

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : null;
  if (command) return command;
  const close = nearest(name, [...Object.keys(commands), ...OF_MAIN]);
  const hint = close ? `did you mean ${close}?` : "see --help";
  throw new UsageError(`unknown command "${name}"; ${hint}`);
}

try {
  await main(process.argv.slice(2));
  // Idle connections to a node would otherwise keep the process alive for a while.
  process.exit(0);
} catch (error) {
  process.stderr.write(`tachyon: ${explain(error) ?? inspect(error)}\n`);
  process.exit(1);
}
