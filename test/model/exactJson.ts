/** JSON with every integer as a bigint, so that no digit can get lost in a comparison. */
export function parseExact(text: string): unknown {
  return JSON.parse(
    text,
    (_key, value: unknown, context?: { source?: string }) =>
      typeof value === "number" && /^-?\d+$/.test(context!.source!)
        ? BigInt(context!.source!)
        : value,
  );
}
