import { describeFlags } from "../settings/describeFlags.ts";
import { type Command, commands, serveCommand } from "./commands.ts";

/** Commands that main.ts runs itself, because they need the list of commands. */
const GENERAL = {
  "help [COMMAND]": "print this help, or a command's",
  "completion bash|zsh|fish":
    "print a script that completes commands and flags",
  version: "print the version",
};

const WAYS_TO_START = {
  "": "index the bundled demo chain and serve it",
  "--rpc-url http://127.0.0.1:8899": "index and serve the chain of a node",
  "--blocks FILE": "index and serve a recorded chain",
};

const VARIABLES =
  "Every flag can also be set as an environment variable: --rpc-url as TACHYON_RPC_URL, a switch\nas true or false. A flag overrides its variable. Unknown TACHYON_ variables are refused.";

/** The help of the whole program. */
export function generalHelp(): string {
  const summaries = Object.entries(commands).map(
    ([name, { summary }]) => [name, summary] as const,
  );
  const usage = [
    ...Object.entries(WAYS_TO_START),
    ...summaries,
    ...Object.entries(GENERAL),
  ];
  const lines = usage.map(
    ([words, what]) => `  ${`tachyon ${words}`.padEnd(42)}${what}`,
  );
  return withFlags(
    { ...serveCommand, about: `${serveCommand.about}\n\n${lines.join("\n")}` },
    [],
  );
}

export function helpOf(command: Command): string {
  return withFlags(command, ["See tachyon help for the other commands."]);
}

function withFlags({ about, flags }: Command, more: readonly string[]): string {
  return [about, describeFlags(flags), VARIABLES, ...more].join("\n\n");
}
