import type { FastifyInstance } from "fastify";
import { readHead } from "../store/head.ts";
import type { Reader } from "../store/reader.ts";
import { storeBytes } from "../store/size.ts";
import { type IndexingFacts, RateHistory } from "./indexing.ts";

export interface StatusParts {
  readonly version: string;
  readonly read: Reader;
  readonly indexing: IndexingFacts;
}

/** `GET /status`: how the server stands, for the explorer and for people with curl. */
export function serveStatus(app: FastifyInstance, parts: StatusParts): void {
  const { version, read, indexing } = parts;
  const history = new RateHistory(() => indexing.transactions);
  app.addHook("onClose", () => {
    history.stop();
  });
  app.get("/status", async (_request, reply) => {
    const head = await readHead(read);
    reply.header("cache-control", "no-store");
    return {
      version,
      slot: head?.slot ?? 0,
      lag: indexing.lag(),
      storeBytes: await storeBytes(read),
      rates: history.rates(),
    };
  });
}
