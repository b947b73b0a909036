/** Bytes of a body that cost one unit. */
const BYTES_PER_UNIT = 10_000;
/** Assumed for a chunked body, whose length is not known in advance. */
const CHUNKED_BYTES = 100_000;

/** The price of reading a request. It includes one unit for the first call, even if the body turns out to contain none. */
export function costOfReading(contentLength: string | undefined): number {
  const bytes = Number(contentLength ?? CHUNKED_BYTES) || 0;
  return 1 + bytes / BYTES_PER_UNIT;
}
