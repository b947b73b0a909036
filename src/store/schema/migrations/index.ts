import { initial } from "./0001-initial.ts";
import { invalidationLog } from "./0002-invalidation-log.ts";
import { merkleTrees } from "./0003-trees.ts";
import { tokenHistory } from "./0004-token-history.ts";
import { pastRows } from "./0005-past-rows.ts";
import { mintTotals } from "./0006-mint-totals.ts";
import { listChanges } from "./0007-list-changes.ts";
import { webhooks } from "./0008-webhooks.ts";
import { pastRowsByLength } from "./0009-past-rows-by-length.ts";
import { rolledOverTrees } from "./0010-rolled-over-trees.ts";
import { roomForUpdates } from "./0011-room-for-updates.ts";
import type { Migration } from "../migrate.ts";

/** In order of their numbers; never edited once released. */
export const migrations: readonly Migration[] = [
  initial,
  invalidationLog,
  merkleTrees,
  tokenHistory,
  pastRows,
  mintTotals,
  listChanges,
  webhooks,
  pastRowsByLength,
  rolledOverTrees,
  roomForUpdates,
];
