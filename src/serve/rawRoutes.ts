// GET routes whose answers are written to the socket piece by piece: exports, streams and the snapshot.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isAdmitted } from "../rpc/http/callerOf.ts";
import { RpcError } from "../rpc/errors.ts";
import { REQUEST_ID } from "../rpc/http/requestId.ts";
import { HttpRefusal, sendRefusal } from "./refusal.ts";

/** A last check: a request whose path access control does not recognise is refused. */
const NOT_ADMITTED = new HttpRefusal(401, "an API key is needed");

/** Serves GET `path`, also with an API key before it, and a version before that. `answer` writes the response and must not reject. */
export function serveRaw(
  app: FastifyInstance,
  path: string,
  answer: (request: FastifyRequest, response: ServerResponse) => Promise<void>,
): void {
  for (const url of [path, `/:key${path}`, `/:version/:key${path}`])
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      reply.hijack();
      const response = reply.raw;
      response.setHeader(REQUEST_ID, request.id);
      if (isAdmitted(request.raw)) await answer(request, response);
      else sendRefusal(response, NOT_ADMITTED, () => undefined);
    });
}

/** A GET request about the list of a method. */
export type ListRequest = FastifyRequest<{
  Params: { method: string };
  Querystring: Record<string, string | string[]>;
}>;

/** Serves `GET /<name>/<method>` to pages of any origin. */
export function serveLists(
  app: FastifyInstance,
  name: string,
  answer: (request: ListRequest, response: ServerResponse) => Promise<void>,
): void {
  serveRaw(app, `/${name}/:method`, (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    return answer(request as ListRequest, response);
  });
}

/** A parameter in the query. `filters` and `dataSlice` are JSON, and `minContextSlot` is a number. */
export function parseValue(name: string, value: string | string[]): unknown {
  if (typeof value !== "string")
    throw new RpcError("invalidParams", `${name}: must be given once`);
  if (name === "minContextSlot" && /^\d+$/.test(value)) return Number(value);
  if (name !== "filters" && name !== "dataSlice") return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new RpcError("invalidParams", `${name}: must be JSON`);
  }
}
