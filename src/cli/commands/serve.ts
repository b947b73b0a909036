import { once } from "node:events";
import { buildServer } from "../../rpc/http.ts";
import * as methods from "../../rpc/methods/index.ts";
import { readExplorer } from "../../explorer/files.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { servePages } from "../../serve/pages.ts";
import { serveStatus } from "../../serve/status.ts";
import { openStore, type Store } from "../../store/open.ts";
import { readHead } from "../../store/head.ts";
import { exampleRequest } from "../example.ts";
import { indexInto } from "../indexing.ts";
import { type ChosenSource, defaultStore, openSource } from "../openSource.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import { assertInThisBuild, type ServeFlags } from "./serveFlags.ts";
import { UsageError } from "../usage.ts";

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
  const store = await openStore(url, { write: !flags["disable-indexing"] });
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
  if (chosen) await store.writer?.bindChain(chosen.source.chain);
  const head = await readHead(store.reader);
  if (chosen) screen.say(`chain    ${chosen.title}`);
  screen.say(`store    ${url}, ${head ? `up to slot ${head.slot}` : "empty"}`);
  const indexing = indexingFacts(flags, chosen, head?.slot ?? 0);
  const server = flags["disable-api"]
    ? null
    : await listen(flags, store, indexing, screen);
  try {
    if (chosen && store.writer) {
      const { writer } = store;
      const caughtUp = () => showExample(store, server?.base ?? null, screen);
      await indexInto(
        writer,
        chosen,
        flags,
        screen,
        caughtUp,
        indexing,
        signal,
      );
    } else {
      await showExample(store, server?.base ?? null, screen);
    }
    if (server && !signal.aborted) await once(signal, "abort");
  } finally {
    await server?.close();
  }
}

function indexingFacts(
  flags: ServeFlags,
  chosen: ChosenSource | null,
  slot: number,
): IndexingFacts {
  const facts = new IndexingFacts();
  facts.slot = slot;
  // Only a node's chain grows; a recording counts bytes.
  if (chosen && flags["rpc-url"]) facts.tip = () => chosen.source.progress().of;
  return facts;
}

interface Listening {
  readonly base: string;
  close(): Promise<void>;
}

async function listen(
  { host, port }: ServeFlags,
  { reader }: Store,
  indexing: IndexingFacts,
  screen: Screen,
): Promise<Listening> {
  const version = readVersion();
  const server = buildServer({ read: reader, methods, log: screen, version });
  serveStatus(server, { version, read: reader, indexing });
  servePages(server, readExplorer());
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
