import { UsageError } from "../../settings/usageError.ts";
import { bashCompletion } from "./bash.ts";
import {
  type CompletedCommand,
  completedCommands,
  SHELLS,
  type Shell,
} from "./describe.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

type Script = (commands: readonly CompletedCommand[]) => string;

const scripts: Readonly<Record<Shell, Script>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `tachyon completion SHELL`: a script that completes commands, flags and their values. */
export function completionScript([shell, ...more]: readonly string[]): string {
  const known = SHELLS.find((each) => each === shell);
  if (!known || more.length > 0)
    throw new UsageError(`use completion ${SHELLS.join("|")}`);
  return scripts[known](completedCommands());
}
