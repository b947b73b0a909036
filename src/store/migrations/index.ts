import { initial } from "./0001-initial.ts";
import { lookups } from "./0002-lookups.ts";
import { ranges } from "./0003-ranges.ts";
import { filterIndexes } from "./0004-filter-indexes.ts";
import type { Migration } from "../migrate.ts";

/** In order of their numbers; never edited once released. */
export const migrations: readonly Migration[] = [
  initial,
  lookups,
  ranges,
  filterIndexes,
];
