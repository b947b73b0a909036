/** Bytes to parse for which a request costs one unit more. */
const BYTES_PER_UNIT = 10_000;
/** Of a body in chunks, whose length is not known beforehand. */
const CHUNKED_BYTES = 100_000;

/** What is taken for a request before it is read: the unit of its first call, also when no call can be made out in it. */
export function costOfReading(contentLength: string | undefined): number {
  const bytes = Number(contentLength ?? CHUNKED_BYTES) || 0;
  return 1 + bytes / BYTES_PER_UNIT;
}
