/**
 * Repeats the last of the values up to the next power of two: statements are prepared per text, and this keeps the texts
 * of `in (…)` few.
 */
export function padded<T>(values: readonly T[], none: T): readonly T[] {
  const last = values.at(-1) ?? none;
  const size = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  if (size === values.length) return values;
  return [...values, ...Array<T>(size - values.length).fill(last)];
}

/** Placeholder for an empty list of keys: no key is that short. */
const NO_KEY = new Uint8Array(0);

export function paddedKeys(keys: readonly Uint8Array[]): readonly Uint8Array[] {
  return padded(keys, NO_KEY);
}

export function placeholdersFor(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** Texts by the number of their placeholders, each built once: building and hashing one takes as long as a short read. */
export function textsByCount(
  text: (placeholders: string) => string,
): (values: readonly unknown[]) => string {
  const texts: string[] = [];
  return (values) => (texts[values.length] ??= text(placeholdersFor(values)));
}

/** Engines limit the parameters of a statement. */
export function inChunks<T>(
  values: readonly T[],
  size = 512,
): (readonly T[])[] {
  if (values.length > 0 && values.length <= size) return [values];
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < values.length; at += size)
    chunks.push(values.slice(at, at + size));
  return chunks;
}
