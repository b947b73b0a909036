import type { FastifyInstance } from "fastify";
import { rememberCaller } from "../../src/rpc/http/callerOf.ts";

/** Admits every request, as access control admits those of this machine. */
export function admitAll(app: Pick<FastifyInstance, "addHook">): void {
  app.addHook("onRequest", (request, _reply, done) => {
    rememberCaller(request.raw, null);
    done();
  });
}
