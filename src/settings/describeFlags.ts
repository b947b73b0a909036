import type { Flag, Flags } from "./readFlags.ts";
import { FLAG_GROUPS } from "./flagGroups.ts";

/** Where a flag without a group stands: first, as the ones that only this command has. */
const OWN = "Options";

/** The flags as the help lists them: a heading for each group, a line or more for each flag. */
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
