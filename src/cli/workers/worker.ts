import type { ServeFlags } from "../commands/serveFlags.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { listen } from "../listen.ts";
import { openServiceStore } from "../openServiceStore.ts";
import type { Screen } from "../screen.ts";
import { watchHealth } from "../watchHealth.ts";
import { Colleagues } from "./colleagues.ts";
import { drain } from "./drain.ts";
import { giveWay } from "./giveWay.ts";
import {
  type News,
  type Order,
  type Ready,
  type Report,
  STORE_VARIABLE,
} from "./messages.ts";

/** A process that only answers requests, until the one that started it says so or is gone. */
export async function runWorker(
  flags: ServeFlags,
  screen: Screen,
): Promise<void> {
  // Ctrl-C reaches every process of the terminal, and a service manager may tell all; the first one decides for them.
  process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined);
  process.on("disconnect", () => process.exit(0));
  const stopped = new AbortController();
  const url = process.env[STORE_VARIABLE]!;
  const store = await openServiceStore(url, flags, screen, { write: false });
  const health = await watchHealth(flags, null, store, stopped.signal);
  const stopping = new AbortController();
  const facts = new IndexingFacts();
  const colleagues = new Colleagues();
  const server = await listen({
    ...{ flags, read: store.reader, health, facts, screen, colleagues },
    stopping: stopping.signal,
  });
  giveWay(server.front, () => server.connections.beyondShare(flags.workers));
  const hear = colleagues.join(server);
  const ordered = lastOrder(stopping, facts, hear);
  process.send!({ base: server.base } satisfies Ready);
  // Without its port a worker is of no use: the first process puts another in its place.
  const order = await Promise.race([ordered, server.lost]);
  server.letGo();
  if (order === "drain") await drain(server.app.server, server.front);
  else await server.close();
  stopped.abort();
  await store.close();
}

/** The order to end; news, reports and being retired come before it. */
function lastOrder(
  stopping: AbortController,
  facts: IndexingFacts,
  hear: (report: Report) => void,
): Promise<Order> {
  return new Promise((resolve) => {
    process.on("message", (message: Order | News | Report) => {
      if (typeof message === "object") {
        if (message.kind === "news") facts.follow(message.facts);
        else hear(message);
      } else if (message === "retire") stopping.abort();
      else resolve(message);
    });
  });
}
