import type { IncomingMessage } from "node:http";

/** Bytes of a body that cost one unit. */
const BYTES_PER_UNIT = 10_000;
/** Assumed for a chunked body, whose length is not known in advance. */
const CHUNKED_BYTES = 100_000;

/** The price of reading a request. It includes one unit for the first call, even if the body turns out to contain none. */
export function costOfReading(bytes: number): number {
  return 1 + bytes / BYTES_PER_UNIT;
}

/** A request with neither header has no body. */
export function bytesOf({ headers }: IncomingMessage): number {
  const { "content-length": length, "transfer-encoding": encoding } = headers;
  if (length === undefined) return encoding === undefined ? 0 : CHUNKED_BYTES;
  return Number(length) || 0;
}
