// Runs in a thread of its own, see indexer.ts.
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import { IndexingFacts } from "../../serve/indexing.ts";
import { serveFlags } from "../commands/serveFlags.ts";
import { explain } from "../explain.ts";
import { readFlags } from "../flags.ts";
import type { Screen } from "../screen.ts";
import { type Listening, runService, type ServiceParts } from "../service.ts";
import type { Order, Told } from "./indexer.ts";
import { stepBack } from "./stepBack.ts";

const FACTS_EVERY_MS = 1_000;

const port = parentPort!;
const tell = (told: Told): void => {
  port.postMessage(told);
};

/** Whoever asks right after a batch is written should find it counted; what else changes is told now and then. */
class ToldFacts extends IndexingFacts {
  override add(written: Parameters<IndexingFacts["add"]>[0]): void {
    super.add(written);
    tell({ kind: "facts", facts: this });
  }
}

/** The first process has the terminal. */
const screen: Screen = {
  say: (...args) => {
    tell({ kind: "shown", shown: ["say", ...args] });
  },
  status: (...args) => {
    tell({ kind: "shown", shown: ["status", ...args] });
  },
  error: (...args) => {
    tell({ kind: "shown", shown: ["error", ...args] });
  },
};

const begun = Promise.withResolvers<string>();
const stop = new AbortController();
port.on("message", (order: Order) => {
  if (order.kind === "begin") begun.resolve(order.base);
  else stop.abort();
});
begun.promise.catch(() => undefined); // not waited for, when it was stopped before
stop.signal.addEventListener("abort", () => {
  begun.reject(stop.signal.reason);
});

/** The workers need a store that is there. */
async function startServing({ url }: ServiceParts): Promise<Listening> {
  tell({ kind: "opened", url });
  return {
    base: await begun.promise,
    lost: new Promise<never>(() => undefined),
    close: () => Promise.resolve(),
  };
}

async function run(): Promise<string | null> {
  const facts = new ToldFacts();
  const timer = setInterval(() => {
    tell({ kind: "facts", facts });
  }, FACTS_EVERY_MS);
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
tell({ kind: "ended", why: await run() });
port.close();
