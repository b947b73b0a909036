import { once } from "node:events";
import { buildServer } from "../../rpc/http.ts";
import * as methods from "../../rpc/methods/index.ts";
import { openStore, type Store } from "../../store/open.ts";
import { readHead } from "../../store/head.ts";
import type { Health } from "../../ingest/health.ts";
import { fillIn } from "../backfilling.ts";
import { exampleRequest } from "../example.ts";
import { indexChain } from "../indexing.ts";
import { watchHealth } from "../watchHealth.ts";
import { onlyOnce } from "../onlyOnce.ts";
import { type ChosenSource, defaultStore, openSource } from "../openSource.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import { pastOf } from "./backfill.ts";
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
    const health = await watchHealth(flags, chosen, store, signal);
    await run({ flags, chosen, store, screen, health }, signal);
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

interface Parts {
  readonly flags: ServeFlags;
  readonly chosen: ChosenSource | null;
  readonly store: Store;
  readonly screen: Screen;
  readonly health: Health;
}

/** The server listens before indexing starts: a port that is taken should show at once, and what is there can be asked. */
async function run(parts: Parts, signal: AbortSignal): Promise<void> {
  const { flags, chosen, store, screen, health } = parts;
  const server = flags["disable-api"] ? null : await listen(parts);
  try {
    const onCaughtUp = onlyOnce(async () => {
      await showExample(parts, server);
      if (flags.backfill) void fillInBeside(parts, signal);
    });
    if (await readHead(store.reader)) await onCaughtUp();
    if (chosen && store.writer) {
      const { writer } = store;
      const { verify, "start-slot": startSlot } = flags;
      const how = { verify, startSlot, screen, health, onCaughtUp };
      await indexChain({ writer, chosen, ...how }, signal);
    }
    if (server && !signal.aborted) await once(signal, "abort");
  } finally {
    await server?.close();
  }
}

/** A past that cannot be filled in is told and left alone: the tip is worth following without it. */
async function fillInBeside(parts: Parts, signal: AbortSignal): Promise<void> {
  const { flags, store, screen } = parts;
  if (!store.writer) return;
  try {
    const chosen = await openSource(pastOf(flags), screen, signal);
    const { writer } = store;
    const { verify } = flags;
    const all = { from: null, to: null };
    await fillIn({ writer, chosen, verify, screen, ...all }, signal);
  } catch (err) {
    if (!signal.aborted) screen.error({ err }, "backfilling has stopped");
  }
}

interface Listening {
  readonly base: string;
  close(): Promise<void>;
}

async function listen({
  flags,
  store,
  screen,
  health,
}: Parts): Promise<Listening> {
  const server = buildServer({
    read: store.reader,
    methods,
    log: screen,
    version: readVersion(),
    ...(flags["refuse-when-behind"] && {
      unavailable: () => health.problem(),
    }),
  });
  const { host, port } = flags;
  const base = await server.listen({ host, port });
  screen.say(`serving  ${base}`, { url: base });
  return { base, close: () => server.close() };
}

async function showExample(
  { store, screen }: Parts,
  server: Listening | null,
): Promise<void> {
  if (!server) return;
  const example = await exampleRequest(store.reader, server.base);
  if (example) screen.say(`try it   ${example}`);
}
