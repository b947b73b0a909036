import { initial } from "./0001-initial.ts";
import { invalidationLog } from "./0002-invalidation-log.ts";
import { merkleTrees } from "./0003-trees.ts";
import { pastRows } from "./0005-past-rows.ts";
import type { Migration } from "../migrate.ts";

/** In order of their numbers; never edited once released. */
export const migrations: readonly Migration[] = [
  initial,
  invalidationLog,
  merkleTrees,
  pastRows,
];
