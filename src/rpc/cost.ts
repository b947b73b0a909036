import { MAX_PAGE } from "./params.ts";

/** The price of a call in units, known from its parameters before any work is done. */
export interface Cost<Parsed> {
  readonly units: (params: Parsed) => number;
  /** A sentence for the documentation. */
  readonly description: string;
}

/** Items that cost one unit: reading them takes about as long as the fixed part of a call. */
const ITEMS_PER_UNIT = 50;
/** Keys that are looked up one by one cost more than adjacent items. */
const KEYS_PER_UNIT = 10;
/** A filter may scan 50,000 rows that are not part of the answer. */
const FILTER_UNITS = 50;

export const ONE_LOOKUP: Cost<unknown> = {
  units: () => 1,
  description: "1 unit",
};

/** The transaction is requested from the node and decoded, and its accounts are looked up. */
export const TRANSACTION: Cost<unknown> = {
  units: () => 5,
  description: "5 units",
};

const pageUnits = (limit: number): number => 1 + limit / ITEMS_PER_UNIT;

export const PAGE: Cost<{ readonly limit: number }> = {
  units: ({ limit }) => pageUnits(limit),
  description: `1 unit, plus 1 for every ${ITEMS_PER_UNIT} items of limit`,
};

interface PageParams {
  readonly limit: number;
  /** The slot of a page of the past, which may read as many rows as a filter. */
  readonly at?: unknown;
}

const pastUnits = ({ at }: PageParams): number => (at ? FILTER_UNITS : 0);

export const PAST_PAGE: Cost<PageParams> = {
  units: (params) => pageUnits(params.limit) + pastUnits(params),
  description: `${PAGE.description}; ${FILTER_UNITS} more with atSlot`,
};

export const FILTERED_PAGE: Cost<
  PageParams & { readonly filters: readonly unknown[] }
> = {
  units: (params) =>
    pageUnits(params.limit) +
    (params.filters.length > 0 ? FILTER_UNITS : pastUnits(params)),
  description: `${PAGE.description}; ${FILTER_UNITS} more with filters or atSlot`,
};

/** For keys that name one item each. */
export const perKey = (keys: number): number => 1 + keys / KEYS_PER_UNIT;
export const PER_KEY = `1 unit, plus 1 for every ${KEYS_PER_UNIT} keys`;

/** A Merkle path takes several lookups and renders dozens of hashes. */
const PATHS_PER_UNIT = 5;
/** A prover works on a proof for seconds. */
const PROVER_UNITS = 20;

export const ONE_PATH: Cost<unknown> = {
  units: () => 2,
  description: "2 units",
};

export const perPath = (paths: number): number => 1 + paths / PATHS_PER_UNIT;
export const PER_PATH = `1 unit, plus 1 for every ${PATHS_PER_UNIT} keys`;

export const proven = (keys: number): number => PROVER_UNITS + keys;
export const PROVEN = `${PROVER_UNITS} units, plus 1 for every hash and address`;

const FULL_PAGE = pageUnits(MAX_PAGE);
/** For keys that may have many items each, together up to a full page. */
export const perKeyWithItems = (keys: number): number => FULL_PAGE + keys;
export const PER_KEY_WITH_ITEMS = `${FULL_PAGE} units, plus 1 for every key`;
