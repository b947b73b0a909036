import type { CompletedCommand, CompletedFlag } from "./describe.ts";

/** `source <(tachyon completion zsh)`, or a file _tachyon in a folder of fpath. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const named = commands.filter(({ name }) => name !== "");
  const described = named.map(
    ({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`,
  );
  return `#compdef tachyon
# Completion of tachyon for zsh: source <(tachyon completion zsh)
_tachyon() {
  local command=
  local -a commands actions flags
  commands=(
${described.join("\n")}
  )
  if ((CURRENT > 2)) && [[ $words[2] != -* ]]; then command=$words[2]; fi
  case $command in
${commands.map(commandCase).join("\n")}
  esac
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe command commands
  elif ((CURRENT == 3 && $#actions)) && [[ $words[3] != -* ]]; then
    compadd -a actions
  else
    _arguments $flags '*:file:_files'
  fi
}
if [[ $funcstack[1] == _tachyon ]]; then
  _tachyon "$@"
else
  compdef _tachyon tachyon
fi`;
}

function commandCase({ name, actions, flags }: CompletedCommand): string {
  const specs = [...flags.map(spec), "'--help[print the help]'"];
  return `    ${name || "''"})
      actions=(${actions.join(" ")})
      flags=(
${specs.map((each) => `        ${each}`).join("\n")}
      )
      ;;`;
}

function spec({ name, about, value }: CompletedFlag): string {
  const text = about.replaceAll(/[[\]\\]/g, "").replaceAll(":", "\\:");
  if (value === "none") return quoted(`--${name}[${text}]`);
  const action =
    value === "file"
      ? "_files"
      : value === "other"
        ? ""
        : `(${value.join(" ")})`;
  return quoted(`--${name}=[${text}]:value:${action}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
