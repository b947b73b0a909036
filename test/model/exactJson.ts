/** JSON with every integer as a bigint, so that comparisons see all digits. */
export function parseExact(text: string): unknown {
  return JSON.parse(
    text,
    (_key, value: unknown, context?: { source?: string }) =>
      typeof value === "number" && /^-?\d+$/.test(context!.source!)
        ? BigInt(context!.source!)
        : value,
  );
}
