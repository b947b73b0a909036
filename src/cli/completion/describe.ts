import type { Command } from "../commands.ts";
import { commands, serveCommand } from "../commands.ts";

/** A command as a shell completes it. The command without a name serves. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly string[];
  readonly flags: readonly CompletedFlag[];
}

export interface CompletedFlag {
  readonly name: string;
  /** The first sentence of its help. */
  readonly about: string;
  readonly value: FlagValue;
}

/** The value of a flag: none, a file, one of several words, or something that a shell cannot complete. */
export type FlagValue = "none" | "file" | "other" | readonly string[];

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Everything that can be completed, in the order of the help. */
export function completedCommands(): CompletedCommand[] {
  const named = Object.entries(commands).map(([name, command]) =>
    described(name, command),
  );
  const names = [...Object.keys(commands), "completion", "help", "version"];
  return [
    described("", serveCommand),
    ...named,
    withoutFlags("completion", "print a script for the shell", SHELLS),
    withoutFlags("help", "print the help, or a command's", names),
    withoutFlags("version", "print the version", []),
  ];
}

function withoutFlags(
  name: string,
  summary: string,
  actions: readonly string[],
): CompletedCommand {
  return { name, summary, actions, flags: [] };
}

function described(
  name: string,
  { summary, actions = [], flags }: Command,
): CompletedCommand {
  const all = Object.entries(flags).map(([flag, { value, help }]) => ({
    name: flag,
    about: firstSentence(help),
    value: valueOf(value),
  }));
  return { name, summary, actions, flags: all };
}

function firstSentence(help: string): string {
  const [sentence = ""] = help.replaceAll("\n", " ").split(/(?<=\.)\s/);
  return sentence.replace(/\.$/, "");
}

const FILES = new Set(["FILE", "DIR", "PATH"]);

/** Words of a choice are in lower case: text|json, N|auto. */
function valueOf(placeholder: string | null): FlagValue {
  if (placeholder === null) return "none";
  const parts = placeholder.split("|");
  if (parts.some((part) => FILES.has(part))) return "file";
  const words = parts.filter((part) => /^[a-z]+$/.test(part));
  return parts.length > 1 && words.length > 0 ? words : "other";
}
