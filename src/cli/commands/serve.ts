import { once } from "node:events";
import { IndexingFacts } from "../../serve/indexing.ts";
import { openStore, type Store } from "../../store/open.ts";
import { readHead } from "../../store/head.ts";
import { exampleRequest } from "../example.ts";
import { indexChain } from "../indexing.ts";
import { onlyOnce } from "../onlyOnce.ts";
import { listen, type Listening, type ListenParts } from "../listen.ts";
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
    if (chosen) await store.writer?.bindChain(chosen.source.chain);
    await showWhatIsThere(chosen, store, url, screen);
    const facts = indexingFacts(flags, chosen);
    await run({ flags, chosen, store, screen, facts }, signal);
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

async function showWhatIsThere(
  chosen: ChosenSource | null,
  { reader }: Store,
  url: string,
  screen: Screen,
): Promise<void> {
  const head = await readHead(reader);
  if (chosen) screen.say(`chain    ${chosen.title}`);
  screen.say(`store    ${url}, ${head ? `up to slot ${head.slot}` : "empty"}`);
}

interface Parts extends ListenParts {
  readonly chosen: ChosenSource | null;
}

function indexingFacts(
  flags: ServeFlags,
  chosen: ChosenSource | null,
): IndexingFacts {
  const facts = new IndexingFacts();
  // Only a node's chain grows; a recording counts bytes.
  if (chosen && flags["rpc-url"]) facts.tip = () => chosen.source.progress().of;
  return facts;
}

/** The server listens before indexing starts: a port that is taken should show at once, and what is there can be asked. */
async function run(parts: Parts, signal: AbortSignal): Promise<void> {
  const { flags, chosen, store, screen } = parts;
  const server = flags["disable-api"] ? null : await listen(parts, signal);
  try {
    const onCaughtUp = onlyOnce(() => showExample(parts, server));
    if (await readHead(store.reader)) await onCaughtUp();
    if (chosen && store.writer) {
      const { writer } = store;
      const { verify, "start-slot": startSlot } = flags;
      const { facts } = parts;
      const how = { verify, startSlot, screen, onCaughtUp, facts };
      await indexChain({ writer, chosen, ...how }, signal);
    }
    if (server && !signal.aborted) await once(signal, "abort");
  } finally {
    await server?.close();
  }
}

async function showExample(
  { store, screen }: Parts,
  server: Listening | null,
): Promise<void> {
  if (!server) return;
  const example = await exampleRequest(store.reader, server.base);
  if (example) screen.say(`try it   ${example}`);
}
