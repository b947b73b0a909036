/** The arguments before the first flag, and the rest. */
export function splitWords(args: readonly string[]): {
  readonly words: readonly string[];
  readonly rest: readonly string[];
} {
  const at = args.findIndex((arg) => arg.startsWith("-"));
  const words = at < 0 ? args : args.slice(0, at);
  return { words, rest: args.slice(words.length) };
}
