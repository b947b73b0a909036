import { nearest } from "./nearest.ts";
import { UsageError } from "./usageError.ts";

export interface Flag<T> {
  /** What stands for the value in the help; a flag without is a switch. */
  readonly value: string | null;
  readonly help: string;
  /** Throws a UsageError that says what the value must be. */
  readonly parse: (text: string) => T;
  readonly otherwise: T;
  /** Given more than once, the values are joined by this; without it the last one counts. */
  readonly repeated?: string;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/** A flag wins over its environment variable, and that over the default. */
export function readFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  environment: Environment,
): FlagValues<F> {
  const given = readArguments(flags, args);
  const values = Object.entries(flags).map(([name, flag]) => {
    const variable = variableOf(name);
    const text = given.get(name);
    if (text !== undefined) return [name, parse(flag, `--${name}`, text)];
    const fallback = environment[variable];
    if (fallback) return [name, parse(flag, variable, fallback)];
    return [name, flag.otherwise];
  });
  return Object.fromEntries(values) as FlagValues<F>;
}

/** TACHYON_RPC_URL for rpc-url. */
export function variableOf(flag: string): string {
  return `TACHYON_${flag.toUpperCase().replaceAll("-", "_")}`;
}

function readArguments(
  flags: Flags,
  args: readonly string[],
): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === undefined)
      throw new UsageError(`unexpected argument "${argument}"; see --help`);
    const flag = Object.hasOwn(flags, name) ? flags[name] : null;
    if (!flag) throw new UsageError(unknownFlag(name, Object.keys(flags)));
    const value = joined ?? (flag.value === null ? "true" : args[++i]);
    // An empty value is an unset variable of somebody's shell, not a wish: an empty --host would listen everywhere.
    if (!value || (joined === undefined && looksLikeFlag(value)))
      throw new UsageError(`--${name} needs a value: ${flag.value ?? ""}`);
    const before = flag.repeated && given.get(name);
    given.set(name, before ? before + flag.repeated + value : value);
  }
  return given;
}

function looksLikeFlag(text: string): boolean {
  return text.startsWith("--");
}

function unknownFlag(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  const hint = close ? `did you mean --${close}?` : "see --help";
  return `unknown flag --${name}; ${hint}`;
}

function parse<T>(flag: Flag<T>, name: string, text: string): T {
  try {
    return flag.parse(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: "${text}" ${error.message}`);
  }
}

/** The flags as the help lists them. */
export function describeFlags(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { value, help }]) => [
    `  --${name}${value === null ? "" : ` ${value}`}`,
    help,
  ]);
  const width = Math.max(...rows.map(([left]) => left!.length)) + 2;
  return rows
    .map(([left, help]) => {
      const lines = help!.split("\n").join(`\n${" ".repeat(width)}`);
      return left!.padEnd(width) + lines;
    })
    .join("\n");
}
