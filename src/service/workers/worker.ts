import type { LagBound } from "../../domain/lag.ts";
import {
  type Health,
  type HealthState,
  reportedHealth,
} from "../../ingest/health.ts";
import type { ServeFlags } from "../../settings/serveFlags.ts";
import { STORE_VARIABLE } from "../../settings/environment.ts";
import { IndexingFacts } from "../../serve/indexingFacts.ts";
import { listen } from "../listening/listen.ts";
import { openServiceStore } from "../openServiceStore.ts";
import type { Reporter } from "../reporter.ts";
import { watchHealth } from "../watchHealth.ts";
import { Peers } from "./peers.ts";
import { drain } from "./drain.ts";
import { balanceAccepts } from "./balanceAccepts.ts";
import {
  type FactsUpdate,
  type WorkerCommand,
  type Ready,
  type PeerMessage,
  type ToWorker,
} from "./messages.ts";

/** Runs a worker: answers requests until the first process sends a command or its channel closes. */
export async function runWorker(
  flags: ServeFlags,
  reporter: Reporter,
): Promise<void> {
  // Ctrl-C reaches every process of the terminal, and a service manager may signal all of them; the first process decides.
  process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined);
  process.on("disconnect", () => process.exit(0));
  const stopped = new AbortController();
  const url = process.env[STORE_VARIABLE]!;
  const store = await openServiceStore(url, flags, reporter, { write: false });
  const indexer = new FollowedIndexer(flags["max-lag"]);
  const health = flags["disable-indexing"]
    ? await watchHealth(flags, null, store, stopped.signal)
    : indexer.health;
  const stopping = new AbortController();
  const { facts } = indexer;
  const peers = new Peers();
  const server = await listen({
    ...{ flags, read: store.reader, health, facts, reporter, peers },
    stopping: stopping.signal,
  });
  balanceAccepts(server.front, () =>
    server.connections.beyondShare(flags.workers),
  );
  const damage = () => store.reader.damage?.() ?? null;
  const receive = peers.join({ ...server, damage });
  const onBlocks = () => {
    store.reader.slots.look();
  };
  const ordered = exitCommand(stopping, indexer, onBlocks, receive);
  process.send!({ base: server.base } satisfies Ready);
  // A worker without its port exits; the first process replaces it.
  const command = await Promise.race([ordered, server.lost]);
  server.stopWatching();
  if (command === "drain") {
    await server.closeLive();
    await drain(server.app.server, server.front);
  } else await server.close();
  stopped.abort();
  await store.close();
}

/** The indexer of this service, as the first process last reported it. */
class FollowedIndexer {
  readonly facts = new IndexingFacts();
  readonly health: Health;
  #state: HealthState | null = null;

  constructor(maxLag: LagBound | null) {
    this.health = reportedHealth(maxLag, () => this.#state);
  }

  follow({ facts, health }: FactsUpdate): void {
    this.facts.follow(facts);
    this.#state = health;
    if (health.head !== null) this.health.wrote(health.head);
  }
}

/** Resolves with the command to exit; handles all other messages until then. */
function exitCommand(
  stopping: AbortController,
  indexer: FollowedIndexer,
  onBlocks: () => void,
  receive: (message: PeerMessage) => void,
): Promise<WorkerCommand> {
  return new Promise((resolve) => {
    process.on("message", (message: ToWorker) => {
      if (typeof message === "object") {
        if (message.kind === "facts") indexer.follow(message);
        else if (message.kind === "blocks") onBlocks();
        else receive(message);
      } else if (message === "retire") stopping.abort();
      else resolve(message);
    });
  });
}
