import type { CompletedCommand, CompletedFlag } from "./describe.ts";

/** `tachyon completion fish | source`. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).filter(Boolean);
  const any = `__fish_seen_subcommand_from ${names.join(" ")}`;
  const lines = commands.flatMap(({ name, summary, actions, flags }) => {
    const within = name ? `__fish_seen_subcommand_from ${name}` : `not ${any}`;
    const own = name
      ? [
          `complete -c tachyon -f -n ${quoted(`not ${any}`)} -a ${name} -d ${quoted(summary)}`,
        ]
      : [];
    const words =
      actions.length > 0
        ? [
            `complete -c tachyon -n ${quoted(within)} -a ${quoted(actions.join(" "))}`,
          ]
        : [];
    return [...own, ...words, ...flags.map((flag) => flagLine(within, flag))];
  });
  return [
    "# Completion of tachyon for fish: tachyon completion fish | source",
    "complete -c tachyon -l help -d 'print the help'",
    ...lines,
  ].join("\n");
}

function flagLine(
  within: string,
  { name, about, value }: CompletedFlag,
): string {
  const takes =
    value === "none"
      ? ""
      : value === "file"
        ? " -r -F"
        : value === "other"
          ? " -x"
          : ` -x -a ${quoted(value.join(" "))}`;
  return `complete -c tachyon -n ${quoted(within)} -l ${name}${takes} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
