import { buildServer } from "../rpc/http.ts";
import * as methods from "../rpc/methods/index.ts";
import type { Reader } from "../store/reader.ts";
import { type ChainFlags, openChain } from "./openChain.ts";
import { readVersion } from "./package.ts";
import type { Screen } from "./screen.ts";

export interface ListenFlags extends ChainFlags {
  readonly host: string;
  readonly port: number;
}

/** Serves a store, in this process: the only one, or one of several workers. */
export async function listen(flags: ListenFlags, read: Reader, screen: Screen) {
  const version = readVersion();
  const chain = openChain(flags, read);
  const app = buildServer({ read, chain, methods, log: screen, version });
  const { host, port } = flags;
  const base = await app.listen({ host, port });
  return { app, base, close: () => app.close() };
}
