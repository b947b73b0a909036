import { decodeBase58, encodeBase58 } from "../codecs/base58.ts";
import type { DataWindow } from "../domain/query.ts";
import { asAddress } from "../domain/values.ts";
import { UsageError } from "./usageError.ts";

/** A transaction's data is shorter than this, and so is an account's. */
const MAX_BYTES = 10_240;
/** With longer windows, keys would be longer than the rows they refer to. */
const LONGEST_WINDOW = 64;

/** Parses OWNER:OFFSET:LENGTH. */
export function parseDataWindow(text: string): DataWindow {
  const [, key, offset, length] =
    /^([^:]+):(\d{1,5}):(\d{1,2})$/.exec(text) ?? [];
  const owner = key === undefined ? null : decodeBase58(key, 32);
  const window = { offset: Number(offset), length: Number(length) };
  const fits = window.length >= 1 && window.length <= LONGEST_WINDOW;
  if (owner && fits && window.offset < MAX_BYTES)
    return { owner: asAddress(owner), ...window };
  throw new UsageError(
    `is not OWNER:OFFSET:LENGTH: an owner in base58, an offset below ${MAX_BYTES} and a length from 1 to ${LONGEST_WINDOW}`,
  );
}

export function describeDataWindow(window: DataWindow): string {
  return `${encodeBase58(window.owner)}:${window.offset}:${window.length}`;
}
