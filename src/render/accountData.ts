import { sameBytes } from "../codecs/bytes.ts";
import type { DataFilter, DataSlice } from "../domain/query.ts";

// Only account data matches `"data":"…"`, because the object around it starts with a brace.
const OPENING = '"data":"';

/** The data of a rendered account; null if it has none. */
export function accountDataOf(item: string): Uint8Array | null {
  const opening = item.indexOf(OPENING);
  if (opening < 0) return null;
  const start = opening + OPENING.length;
  return Buffer.from(item.slice(start, item.indexOf('"', start)), "base64");
}

/** Missing or short data does not match. */
export function matchesFilter(
  { offset, bytes }: DataFilter,
  data: Uint8Array | null,
): boolean {
  const end = offset + bytes.length;
  return (
    data !== null &&
    data.length >= end &&
    sameBytes(data.subarray(offset, end), bytes)
  );
}

/** Cuts the data of a rendered account to a byte range. */
export function sliceAccountData(item: string, slice: DataSlice): string {
  const opening = item.indexOf(OPENING);
  if (opening < 0) return item;
  const start = opening + OPENING.length;
  const end = item.indexOf('"', start);
  const bytes = Buffer.from(item.slice(start, end), "base64");
  const cut = bytes.subarray(slice.offset, slice.offset + slice.length);
  return item.slice(0, start) + cut.toString("base64") + item.slice(end);
}
