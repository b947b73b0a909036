// Parameters and errors of GET requests about lists: exports and streams.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isAdmitted } from "../rpc/callerOf.ts";
import { RpcError } from "../rpc/errors.ts";
import { REQUEST_ID } from "../rpc/requestId.ts";

interface ListRoute {
  Params: { method: string };
  Querystring: Record<string, string | string[]>;
}

/** A GET request about the list of a method. */
export type ListRequest = FastifyRequest<ListRoute>;

/** Serves `GET /<name>/<method>`, also with a key before it. `answer` writes the response and must not reject. */
export function serveLists(
  app: FastifyInstance,
  name: string,
  answer: (request: ListRequest, response: ServerResponse) => Promise<void>,
): void {
  for (const path of [`/${name}/:method`, `/:key/${name}/:method`])
    app.get<ListRoute>(
      path,
      { exposeHeadRoute: false },
      async (request, reply) => {
        reply.hijack();
        const response = reply.raw;
        response.setHeader("access-control-allow-origin", "*");
        response.setHeader(REQUEST_ID, request.id);
        if (isAdmitted(request.raw)) await answer(request, response);
        else refuse(response, NOT_ADMITTED, () => undefined);
      },
    );
}

/** A refusal with a status of HTTP. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** A last check: a download whose path access control does not recognise is refused. */
export const NOT_ADMITTED = new Refused(401, "an API key is needed");

/** `filters` and `dataSlice` are JSON. */
export function parseValue(name: string, value: string | string[]): unknown {
  if (typeof value !== "string")
    throw new RpcError("invalidParams", `${name}: must be given once`);
  if (name !== "filters" && name !== "dataSlice") return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new RpcError("invalidParams", `${name}: must be JSON`);
  }
}

const STATUS: Readonly<Record<string, number>> = {
  invalidParams: 400,
  methodNotFound: 401,
  notKept: 410,
  slotNotReached: 503,
  unavailable: 503,
};

export function refuse(
  response: ServerResponse,
  error: unknown,
  onError: (error: unknown) => void,
  cause = error,
): void {
  const isNamed = error instanceof RpcError;
  const known =
    error instanceof Refused || (isNamed && error.name !== "internalError");
  if (!known && !response.destroyed) onError(cause);
  const status =
    error instanceof Refused
      ? error.status
      : (isNamed && STATUS[error.name]) || 500;
  const body = {
    code: isNamed ? error.code : status,
    message: known ? error.message : "Internal error",
  };
  response.statusCode = status;
  response.setHeader("content-type", "application/json; charset=utf-8");
  if (status === 429 || status === 503) response.setHeader("retry-after", 10);
  response.end(JSON.stringify({ error: body }));
}
