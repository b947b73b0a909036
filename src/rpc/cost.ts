import { MAX_PAGE } from "./params.ts";

/** What a call may cost the server, in units, known from its parameters before any work is done. */
export interface Cost<Parsed> {
  readonly units: (params: Parsed) => number;
  /** For the documentation. */
  readonly description: string;
}

/** Items of a page for which a call costs one unit more: reading them takes about as long as the fixed part of a call. */
const ITEMS_PER_UNIT = 50;
/** Keys that are looked up one by one cost more than items that lie side by side. */
const KEYS_PER_UNIT = 10;
/** A filter may look at 50,000 rows that are not part of the answer. */
const FILTER_UNITS = 50;

export const ONE_LOOKUP: Cost<unknown> = {
  units: () => 1,
  description: "1 unit",
};

/** Asked of the node, decoded, and its accounts looked up. */
export const TRANSACTION: Cost<unknown> = {
  units: () => 5,
  description: "5 units",
};

const pageUnits = (limit: number): number => 1 + limit / ITEMS_PER_UNIT;

export const PAGE: Cost<{ readonly limit: number }> = {
  units: ({ limit }) => pageUnits(limit),
  description: `1 unit, and 1 for every ${ITEMS_PER_UNIT} items of limit`,
};

export const FILTERED_PAGE: Cost<{
  readonly limit: number;
  readonly filters: readonly unknown[];
}> = {
  units: ({ limit, filters }) =>
    pageUnits(limit) + (filters.length > 0 ? FILTER_UNITS : 0),
  description: `${PAGE.description}; ${FILTER_UNITS} more with filters`,
};

/** Keys that each name one item. */
export const perKey = (keys: number): number => 1 + keys / KEYS_PER_UNIT;
export const PER_KEY = `1 unit, and 1 for every ${KEYS_PER_UNIT} keys`;

const FULL_PAGE = pageUnits(MAX_PAGE);
/** Keys that may have many items each, together up to a full page of them. */
export const perKeyWithItems = (keys: number): number => FULL_PAGE + keys;
export const PER_KEY_WITH_ITEMS = `${FULL_PAGE} units, and 1 for every key`;
