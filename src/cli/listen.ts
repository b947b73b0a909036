import { readExplorer } from "../explorer/files.ts";
import { buildServer } from "../rpc/http.ts";
import * as methods from "../rpc/methods/index.ts";
import type { IndexingFacts } from "../serve/indexing.ts";
import { servePages } from "../serve/pages.ts";
import { serveStatus } from "../serve/status.ts";
import type { Store } from "../store/open.ts";
import type { ServeFlags } from "./commands/serveFlags.ts";
import { readVersion } from "./package.ts";
import type { Screen } from "./screen.ts";

export interface ListenParts {
  readonly flags: ServeFlags;
  readonly store: Store;
  readonly screen: Screen;
  readonly facts: IndexingFacts;
}

export interface Listening {
  readonly base: string;
  close(): Promise<void>;
}

/** Puts the server together and opens its port. */
export async function listen(
  { flags, store, screen, facts }: ListenParts,
  _stopping: AbortSignal,
): Promise<Listening> {
  const read = store.reader;
  const version = readVersion();
  const server = buildServer({ read, methods, log: screen, version });
  serveStatus(server, { version, read, indexing: facts });
  servePages(server, readExplorer());
  const base = await server.listen({ host: flags.host, port: flags.port });
  screen.say(`serving  ${base}`, { url: base });
  return { base, close: () => server.close() };
}
