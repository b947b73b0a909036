import { buildServer } from "../../src/rpc/http/server.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Store } from "../../src/store/open.ts";

/** Serves the methods from this process and returns the port. */
export async function serveStore({
  reader,
}: Pick<Store, "reader">): Promise<number> {
  const server = buildServer({
    read: reader,
    methods,
    version: "bench",
    log: {
      error: (fields, text) => {
        throw new Error(text, { cause: fields });
      },
    },
  });
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  return Number(new URL(base).port);
}
