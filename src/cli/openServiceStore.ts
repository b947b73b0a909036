import { openStore, type Store, type StoreOptions } from "../store/open.ts";
import { postgresOptions } from "./commands/postgresFlags.ts";
import type { ServeFlags } from "./commands/serveFlags.ts";
import type { Screen } from "./screen.ts";

/** The store of a service, with the memory and connections its flags give it. */
export function openServiceStore(
  url: string,
  flags: ServeFlags,
  screen: Screen,
  options: Pick<StoreOptions, "write" | "signal">,
): Promise<Store> {
  return openStore(url, {
    ...postgresOptions(flags, screen),
    cacheMib: flags["cache-mb"],
    recallMib: flags["recall-mb"],
    ...options,
  });
}
