/** A value as JSON text, in which large integers are strings of their digits. Undefined for undefined. */
export function jsonText(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}
