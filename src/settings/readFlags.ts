import { isContainerLink, variableOf } from "./environment.ts";
import type { FlagGroup } from "./flagGroups.ts";
import { nearest } from "./nearest.ts";
import { UsageError } from "./usageError.ts";

export interface Flag<T> {
  /** The placeholder for the value in the help; null for a switch. */
  readonly value: string | null;
  readonly help: string;
  /** Throws a UsageError that says what the value must be. */
  readonly parse: (text: string) => T;
  readonly otherwise: T;
  /** The separator that joins the values of a repeated flag. Without it, the last value counts. */
  readonly repeated?: string;
  /** The heading of the help that lists it. */
  readonly group?: FlagGroup;
  /** Its former name, which is still read for one release, as a flag and as a variable. */
  readonly formerly?: string;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/** A flag overrides its environment variable, which overrides the default. */
export function readFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  environment: Environment,
): FlagValues<F> {
  const given = readArguments(flags, args);
  const values = Object.entries(flags).map(([name, flag]) => {
    const found = given.get(name) ?? readVariable(name, flag, environment);
    return [name, found ? parse(flag, found) : flag.otherwise];
  });
  return Object.fromEntries(values) as FlagValues<F>;
}

/** A sentence for each flag or variable that was given by a former name. */
export function listFormerNames(
  flags: Flags,
  args: readonly string[],
  environment: Environment,
): readonly string[] {
  const given = readArguments(flags, args);
  return Object.entries(flags).flatMap(([name, flag]) => {
    if (flag.formerly === undefined) return [];
    const found = given.get(name) ?? readVariable(name, flag, environment);
    const [former, current] =
      found?.shown === `--${flag.formerly}`
        ? [found.shown, `--${name}`]
        : [variableOf(flag.formerly), variableOf(name)];
    if (found?.shown !== former) return [];
    return [
      `${former} is now called ${current}; the next release drops the old name`,
    ];
  });
}

/** The text of a value, and the flag or variable it comes from. */
interface Given {
  readonly text: string;
  readonly shown: string;
}

function readVariable(
  name: string,
  { formerly = name }: Flag<unknown>,
  environment: Environment,
): Given | undefined {
  return [variableOf(name), variableOf(formerly)]
    .map((shown) => ({ shown, text: environment[shown] ?? "" }))
    .find(({ shown, text }) => text !== "" && !isContainerLink(shown, text));
}

function readArguments(
  flags: Flags,
  args: readonly string[],
): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    const [, called, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (called === undefined)
      throw new UsageError(`unexpected argument "${argument}"; see --help`);
    const name = currentName(flags, called);
    const flag = Object.hasOwn(flags, name) ? flags[name] : null;
    if (!flag) throw new UsageError(unknownFlag(name, Object.keys(flags)));
    const value = joined ?? (flag.value === null ? "true" : args[++i]);
    // An empty value is usually an unset shell variable, not an intention: an empty --host would listen everywhere.
    if (!value || (joined === undefined && looksLikeFlag(value)))
      throw new UsageError(`--${called} needs a value: ${flag.value ?? ""}`);
    const before = flag.repeated && given.get(name)?.text;
    const text = before ? before + flag.repeated + value : value;
    given.set(name, { text, shown: `--${called}` });
  }
  return given;
}

function currentName(flags: Flags, called: string): string {
  const renamed = Object.entries(flags).find(
    ([, { formerly }]) => formerly === called,
  );
  return renamed ? renamed[0] : called;
}

function looksLikeFlag(text: string): boolean {
  return text.startsWith("--");
}

function unknownFlag(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  const hint = close ? `did you mean --${close}?` : "see --help";
  return `unknown flag --${name}; ${hint}`;
}

function parse<T>(flag: Flag<T>, { text, shown }: Given): T {
  try {
    return flag.parse(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${shown}: "${text}" ${error.message}`);
  }
}
