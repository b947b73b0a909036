// Runs in a thread of its own, see indexer.ts.
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import type { Health } from "../../ingest/health.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { serveFlags } from "../commands/serveFlags.ts";
import { explain } from "../explain.ts";
import { readFlags } from "../flags.ts";
import type { Screen } from "../screen.ts";
import { type Listening, runService, type ServiceParts } from "../service.ts";
import type { Order, Told } from "./indexer.ts";
import { stepBack } from "./stepBack.ts";

const NEWS_EVERY_MS = 500;

const port = parentPort!;
const tell = (told: Told): void => {
  port.postMessage(told);
};

let health: Health | null = null;
const tellNews = (): void => {
  tell({ kind: "news", news: { facts, health: health?.state() ?? null } });
};

/** Whoever asks right after a batch is written should find it counted, the last thing that is done about it; what else changes is told now and then. */
class ToldFacts extends IndexingFacts {
  override add(written: Parameters<IndexingFacts["add"]>[0]): void {
    super.add(written);
    tellNews();
  }
}
const facts = new ToldFacts();

/** The first thread has the terminal. */
const screen: Screen = {
  say: (...args) => {
    tell({ kind: "shown", shown: ["say", ...args] });
  },
  status: (...args) => {
    tell({ kind: "shown", shown: ["status", ...args] });
  },
  error: (about, text) => {
    tell({ kind: "shown", shown: ["error", sendable(about), text] });
  },
};

/** What an error carries with it must not keep it from being shown. */
function sendable(about: object): object {
  try {
    return structuredClone(about);
  } catch {
    return { err: new Error(inspect(about)) };
  }
}

const begun = Promise.withResolvers<string>();
begun.promise.catch(() => undefined); // not waited for, when it is stopped before
const stop = new AbortController();
port.on("message", (order: Order) => {
  if (order.kind === "begin") begun.resolve(order.base);
  else stop.abort();
});
stop.signal.addEventListener("abort", () => {
  begun.reject(stop.signal.reason);
});

/** Others do, once the store is there. */
async function startServing(parts: ServiceParts): Promise<Listening> {
  health = parts.health;
  tellNews();
  tell({ kind: "opened", url: parts.url });
  return {
    base: await begun.promise,
    lost: new Promise<never>(() => undefined),
    close: () => Promise.resolve(),
  };
}

async function run(): Promise<string | null> {
  const timer = setInterval(tellNews, NEWS_EVERY_MS);
  const flags = readFlags(serveFlags, process.argv.slice(2), process.env);
  try {
    await runService({ flags, screen, facts, startServing }, stop.signal);
    return null;
  } catch (error) {
    return explain(error) ?? inspect(error);
  } finally {
    clearInterval(timer);
  }
}

stepBack();
const why = await run();
tellNews();
tell({ kind: "ended", why });
port.close();
