import type { Flag, Flags } from "./readFlags.ts";
import { FLAG_GROUPS } from "./flagGroups.ts";

/** The heading of flags without a group. They come first, because only this command has them. */
const OWN = "Options";

/** The flags as in the help: a heading per group, one or more lines per flag. */
export function describeFlags(flags: Flags): string {
  const all = Object.entries(flags);
  const width = Math.max(
    ...all.map(([name, flag]) => usage(name, flag).length),
  );
  return [OWN, ...FLAG_GROUPS]
    .map((group) => ({
      group,
      members: all.filter(([, flag]) => (flag.group ?? OWN) === group),
    }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => {
      const lines = members.map(([name, flag]) => describe(name, flag, width));
      return [`${group}:`, ...lines].join("\n");
    })
    .join("\n\n");
}

function usage(name: string, { value }: Flag<unknown>): string {
  return `  --${name}${value === null ? "" : ` ${value}`}`;
}

function describe(name: string, flag: Flag<unknown>, width: number): string {
  const indent = `\n${" ".repeat(width + 2)}`;
  const help = flag.help.split("\n").join(indent);
  return usage(name, flag).padEnd(width + 2) + help;
}
