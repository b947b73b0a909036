import { distributeStore, migrateStore, storeName } from "../../store/open.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { switchFlag } from "../../settings/values.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";

export const migrateFlags = {
  ...existingStoreFlags,
  citus: switchFlag(
    "Also distribute the tables over the nodes of a Citus cluster; see docs/scaling.md.",
  ),
};

/** Creates the store, or upgrades it to this version's schema. */
export async function migrate(
  flags: FlagValues<typeof migrateFlags>,
  print: (line: string) => void,
): Promise<void> {
  const url = existingStore(flags);
  await migrateStore(url);
  print(`${storeName(url)} has the schema of this version`);
  if (!flags.citus) return;
  for (const statement of await distributeStore(url)) print(statement);
  print("the tables are distributed");
}
