import { distributeStore, migrateStore, storeName } from "../../store/open.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { switchFlag } from "../../settings/values.ts";
import { serveFlags } from "../../settings/serveFlags.ts";

export const migrateFlags = {
  "db-url": serveFlags["db-url"],
  citus: switchFlag(
    "Then spread the tables over the nodes of a Citus cluster; see docs/scaling.md.",
  ),
};

/** Makes the store, or brings it to the schema of this version. */
export async function migrate(
  flags: FlagValues<typeof migrateFlags>,
  print: (line: string) => void,
): Promise<void> {
  const url = flags["db-url"];
  if (!url) throw new UsageError("migrate needs --db-url");
  await migrateStore(url);
  print(`${storeName(url)} has the schema of this version`);
  if (!flags.citus) return;
  for (const statement of await distributeStore(url)) print(statement);
  print("the tables are distributed");
}
