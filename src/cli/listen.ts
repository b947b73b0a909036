import type { Health } from "../ingest/health.ts";
import { buildServer } from "../rpc/http.ts";
import * as methods from "../rpc/methods/index.ts";
import type { Reader } from "../store/reader.ts";
import { type ChainFlags, openChain } from "./openChain.ts";
import { readVersion } from "./package.ts";
import type { Screen } from "./screen.ts";

export interface ListenFlags extends ChainFlags {
  readonly host: string;
  readonly port: number;
  readonly "refuse-when-behind": boolean;
}

/** Serves a store, in this process: the only one, or one of several workers. */
export async function listen(
  flags: ListenFlags,
  read: Reader,
  health: Health,
  screen: Screen,
) {
  const app = buildServer({
    read,
    chain: openChain(flags, read),
    methods,
    log: screen,
    version: readVersion(),
    ...(flags["refuse-when-behind"] && {
      unavailable: () => health.problem(),
    }),
  });
  const { host, port } = flags;
  const base = await app.listen({ host, port });
  return { app, base, close: () => app.close() };
}
