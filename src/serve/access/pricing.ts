import { MAX_PAGE } from "../../rpc/params.ts";

/** Looking through the data of accounts reads rows that are not answered with: up to 50,000 for a page. */
const SCAN = 50;
/** Items for which a call costs one unit more: about what the fixed part of a call takes. */
const ITEMS_PER_UNIT = 50;

/**
 * What a call costs, in units: 1 for the call, 1 more for every 50 items it may answer with, and 50 for a filter. It is
 * told from the request alone, so that it can be taken before the work is done.
 */
export function costOf(params: unknown): number {
  if (typeof params !== "object" || params === null) return 1 + fullPage;
  const { limit, filters } = params as Record<string, unknown>;
  const items = typeof limit === "number" && limit >= 0 ? limit : MAX_PAGE;
  const scan = Array.isArray(filters) && filters.length > 0 ? SCAN : 0;
  return 1 + Math.min(items, MAX_PAGE) / ITEMS_PER_UNIT + scan;
}

/** Bytes to parse for which a request costs one unit more. */
const BYTES_PER_UNIT = 10_000;
/** Of a body in chunks, whose length is not known beforehand. */
const CHUNKED_BYTES = 100_000;

/** What is taken for a request before it is read: the unit of its first call, also when no call can be made out in it. */
export function costOfReading(contentLength: string | undefined): number {
  const bytes = Number(contentLength ?? CHUNKED_BYTES) || 0;
  return 1 + bytes / BYTES_PER_UNIT;
}

const fullPage = MAX_PAGE / ITEMS_PER_UNIT;
