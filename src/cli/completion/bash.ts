import type { CompletedCommand, CompletedFlag } from "./describe.ts";

/** `source <(tachyon completion bash)`. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).filter(Boolean);
  return `# Completion of tachyon for bash: source <(tachyon completion bash)
_tachyon() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local command= actions= flags=
  COMPREPLY=()
  # Bash splits --flag=value into three words.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  if ((COMP_CWORD > 1)) && [[ \${COMP_WORDS[1]} != -* ]]; then command=\${COMP_WORDS[1]}; fi
  case $before in
${valueCases(commands)}
  esac
  case $command in
${commands.map(commandCase).join("\n")}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$word"))
  elif ((COMP_CWORD == 2)) && [[ $actions ]]; then
    COMPREPLY=($(compgen -W "$actions" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _tachyon tachyon`;
}

function commandCase({ name, actions, flags }: CompletedCommand): string {
  const all = [...flags.map((flag) => `--${flag.name}`), "--help"];
  return `    ${name || '""'}) actions="${actions.join(" ")}" flags="${all.join(" ")}" ;;`;
}

/** A flag means the same in every command. */
function valueCases(commands: readonly CompletedCommand[]): string {
  const flags = new Map(
    commands.flatMap((command) =>
      command.flags.map((flag) => [flag.name, flag] as const),
    ),
  );
  return [...flags.values()].flatMap(valueCase).join("\n");
}

function valueCase({ name, value }: CompletedFlag): string[] {
  if (value === "none") return [];
  const pattern = `    --${name})`;
  if (value === "other") return [`${pattern} return ;;`];
  const words =
    value === "file"
      ? 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"))'
      : `COMPREPLY=($(compgen -W "${value.join(" ")}" -- "$word"))`;
  return [`${pattern} ${words}; return ;;`];
}
