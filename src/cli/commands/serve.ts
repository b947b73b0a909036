import { once } from "node:events";
import { buildServer } from "../../rpc/http.ts";
import * as methods from "../../rpc/methods/index.ts";
import { assertChain } from "../../store/facts.ts";
import {
  isPostgres,
  openStore,
  type Store,
  storeName,
} from "../../store/open.ts";
import { readHead } from "../../store/head.ts";
import { exampleRequest } from "../example.ts";
import { indexInto } from "../indexing.ts";
import { type ChosenSource, defaultStore, openSource } from "../openSource.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import { assertInThisBuild, type ServeFlags } from "./serveFlags.ts";
import type { Writer } from "../../store/writer.ts";
import { UsageError } from "../usage.ts";
import { postgresOptions } from "./postgresFlags.ts";

/** Indexes a chain and answers requests about it, until the signal says stop. */
export async function serve(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  assertInThisBuild(flags);
  if (flags["disable-indexing"] && flags["disable-api"])
    throw new UsageError("--disable-indexing and --disable-api leave nothing");
  screen.say(`Tachyon ${readVersion()}`);
  const chosen = await chooseSource(flags, screen, signal);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen!.name);
  if (flags["read-db-url"].length > 0 && !isPostgres(url))
    throw new UsageError("--read-db-url needs a postgres:// --db-url");
  const store = await openStore(url, {
    ...postgresOptions(flags, screen),
    write: !flags["disable-indexing"],
    signal,
  });
  try {
    await run(flags, chosen, store, url, screen, signal);
  } finally {
    await store.close();
  }
}

/** None is needed to serve a store that is named. */
async function chooseSource(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<ChosenSource | null> {
  if (flags["disable-indexing"] && flags["db-url"]) return null;
  return openSource(flags, screen, signal);
}

async function run(
  flags: ServeFlags,
  chosen: ChosenSource | null,
  store: Store,
  url: string,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  if (chosen && store.writer)
    await assertChain(store.reader, chosen.source.chain);
  const head = await readHead(store.reader);
  if (chosen) screen.say(`chain    ${chosen.title}`);
  screen.say(
    `store    ${storeName(url)}, ${head ? `up to slot ${head.slot}` : "empty"}`,
  );
  const server = flags["disable-api"]
    ? null
    : await listen(flags, store, screen);
  try {
    if (chosen && store.writer) {
      const caughtUp = () => showExample(store, server?.base ?? null, screen);
      await index(store.writer, chosen, flags, screen, caughtUp, signal);
    } else {
      await showExample(store, server?.base ?? null, screen);
    }
    if (server && !signal.aborted) await once(signal, "abort");
  } finally {
    await server?.close();
  }
}

/** A spare answers requests all the while; here it waits for its turn to index, until told to stop. */
async function index(
  writer: Writer,
  chosen: ChosenSource,
  flags: ServeFlags,
  screen: Screen,
  caughtUp: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writer.bindChain(chosen.source.chain);
    await indexInto(writer, chosen, flags, screen, caughtUp, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Listening {
  readonly base: string;
  close(): Promise<void>;
}

async function listen(
  { host, port }: ServeFlags,
  { reader }: Store,
  screen: Screen,
): Promise<Listening> {
  const server = buildServer({
    read: reader,
    methods,
    log: screen,
    version: readVersion(),
  });
  const base = await server.listen({ host, port });
  screen.say(`serving  ${base}`, { url: base });
  return { base, close: () => server.close() };
}

async function showExample(
  { reader }: Store,
  base: string | null,
  screen: Screen,
): Promise<void> {
  const example = base === null ? null : await exampleRequest(reader, base);
  if (example) screen.say(`try it   ${example}`);
}
