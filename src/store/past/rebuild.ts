import type { HistoryKept } from "../../domain/historyKept.ts";
import type { Connection } from "../connection.ts";
import { Changes } from "../write/changes.ts";
import { readHead } from "../write/head.ts";
import { StoredTrees } from "../write/treeProgress.ts";
import { rowToAccount, type StoredAccount } from "../schema/accountRow.ts";
import { selectSql } from "../schema/statements.ts";
import { accounts, facts } from "../schema/tables.ts";
import {
  HISTORY_FROM,
  HISTORY_REBUILD,
  type Rebuild,
  readHistoryFrom,
  readRebuild,
  wantedFrom,
} from "./kept.ts";
import { lifetimeOf } from "./lifetimes.ts";
import { addPastRow, placesOf } from "./pastRows.ts";

/** Accounts of a step: a few dozen milliseconds. */
const STEP_ROWS = 1_000;

/**
 * Makes past rows again that were not kept, when more of them are asked for than before: spent accounts stay in the store
 * with the slots they were made and spent in. One step; false when nothing is left to do.
 */
export function rebuildPast(
  connection: Connection,
  kept: HistoryKept,
): Promise<boolean> {
  return connection.transaction(async () => {
    const rebuild =
      (await readRebuild(connection)) ?? (await begin(connection, kept));
    if (!rebuild) return false;
    const rows = await connection.all(
      connection.dialect.placeholders(
        `${selectSql(accounts)} where hash > ? order by hash ${connection.dialect.limit}`,
      ),
      [Buffer.from(rebuild.after, "hex"), STEP_ROWS],
    );
    const { treeOf } = await StoredTrees.load(connection);
    const changes = new Changes();
    for (const row of rows)
      addPast(changes, rowToAccount(row, treeOf), rebuild);
    await changes.writeTo(connection);
    if (rows.length < STEP_ROWS) {
      await finish(connection, rebuild);
      return false;
    }
    const after = Buffer.from(rows.at(-1)![0] as Uint8Array).toString("hex");
    await save(connection, { ...rebuild, after });
    return true;
  });
}

function addPast(
  changes: Changes,
  stored: StoredAccount,
  { to }: Rebuild,
): void {
  const { slotCreated, spent } = stored;
  if (!spent || spent.slot <= to) return;
  const lifetime = lifetimeOf(slotCreated, spent.slot);
  if (!lifetime) return;
  for (const place of placesOf(stored)) addPastRow(changes, place, lifetime);
}

async function begin(
  connection: Connection,
  kept: HistoryKept,
): Promise<Rebuild | null> {
  const head = await readHead(connection);
  const from = await readHistoryFrom(connection);
  if (!head || from === 0) return null;
  const to = await wantedFrom(connection, head.slot, kept);
  // The bound never moves beyond what is kept, so it is there because less was kept before.
  if (to >= from) return null;
  const rebuild = { to, after: "" };
  await save(connection, rebuild);
  return rebuild;
}

async function save(connection: Connection, rebuild: Rebuild): Promise<void> {
  const text = JSON.stringify(rebuild);
  await connection.upsertMany(facts, [[HISTORY_REBUILD, text]]);
}

async function finish(connection: Connection, { to }: Rebuild): Promise<void> {
  await connection.upsertMany(facts, [[HISTORY_FROM, String(to)]]);
  await connection.deleteMany(facts, [[HISTORY_REBUILD]]);
}
