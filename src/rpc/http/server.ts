import { createServer, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
} from "fastify";
import { chunksOf, joinChunks, type Text } from "../../render/text.ts";
import { abandonedOf } from "./abandoned.ts";
import { callerOf } from "./callerOf.ts";
import { createFastPath, JSON_TYPE } from "./fastPath.ts";
import { createDispatch } from "../dispatch/dispatch.ts";
import { methodOfPath } from "../dispatch/methodOfPath.ts";
import type { Dispatch, DispatchOptions } from "../dispatch/dispatchOptions.ts";
import { serveDocs } from "../docsPage/serve.ts";
import { type Mirror, mirrorAnswer } from "./mirror.ts";
import { renderOpenApi } from "../openapi/openapi.ts";
import { REQUEST_ID, requestIdOf } from "./requestId.ts";
import { stepsOf } from "./sendBuffers.ts";

export interface ServerOptions extends DispatchOptions {
  /** The version of the service, for the OpenAPI document. */
  readonly version: string;
  /** The largest request body in bytes. */
  readonly bodyLimit?: number;
  readonly mirror?: Mirror | null;
  /** By default one that is made of these options. */
  readonly dispatch?: Dispatch;
}

const BODY_LIMIT = 2 ** 20;
export const TIMEOUTS = {
  /** Longer than the 60 s after which common proxies drop idle connections, so that the proxy closes first. */
  keepAliveTimeout: 75_000,
  /** The time within which a whole request must arrive. */
  requestTimeout: 30_000,
  /** The time within which the head of a request must arrive once the connection is open. */
  headersTimeout: 10_000,
  /** How often the server checks for late requests. */
  connectionsCheckingInterval: 2_000,
};

/**
 * A client that offers another protocol, such as HTTP/2, is answered with HTTP/1.1. The first versions of Node 24 do not
 * ask.
 */
const UPGRADES = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === "websocket",
};

/** The HTTP server, not yet listening; callers may add other routes (health, metrics, pages). */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { bodyLimit = BODY_LIMIT, mirror = null } = options;
  const dispatch = options.dispatch ?? createDispatch(options);
  const state: ServerState = { closing: false };
  const direct = createFastPath(dispatch, bodyLimit, mirror);
  const app = fastify({
    bodyLimit,
    genReqId: requestIdOf,
    serverFactory: (route) =>
      createServer({ ...TIMEOUTS, ...UPGRADES }, (request, response) => {
        if (state.closing || !direct(request, response))
          route(request, response);
      }),
    return503OnClosing: false, // its answer lacks the CORS header; addRequestHooks sends one that has it
    // POST and preflight requests are served on any path, because a key in it may contain any bytes. The router sees
    // one path.
    rewriteUrl: ({ method, url = "/" }) =>
      method === "POST" || method === "OPTIONS" ? "/" : url,
    frameworkErrors: (error, { id }, reply) => {
      // A malformed URL, which no hook has seen.
      nameAnswer(reply, id);
      refuse(reply, error.statusCode ?? 400, error.message);
    },
  });
  addRequestHooks(app, state);
  answerFaults(app, options);
  serveRpc(app, dispatch, mirror);
  if (HEALTH in options.methods) serveHealth(app, dispatch);
  servePreflight(app);
  const openApi = renderOpenApi(options.methods, options.version);
  app.get("/openapi.json", (_request, reply) => {
    sendJson(reply, openApi);
  });
  serveDocs(app, options.methods, options.version);
  return app;
}

interface ServerState {
  closing: boolean;
}

/** Any origin may read any answer, including errors. Once the server closes, every answer is 503. */
function addRequestHooks(app: FastifyInstance, state: ServerState): void {
  app.addHook("preClose", (done) => {
    state.closing = true;
    done();
  });
  app.addHook("onRequest", ({ id }, reply, done) => {
    nameAnswer(reply, id);
    if (state.closing) refuse(reply, 503, "shutting down");
    else done();
  });
}

function nameAnswer(reply: FastifyReply, requestId: string): void {
  reply.header("access-control-allow-origin", "*");
  reply.header(REQUEST_ID, requestId);
}

/**
 * Serves what the fast path leaves: chunked bodies, other spellings of the content type, and requests to be refused.
 */
function serveRpc(
  app: FastifyInstance,
  dispatch: Dispatch,
  mirror: Mirror | null,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.post<{ Body: Buffer | undefined }>("/", (request, reply) => {
    const { body, originalUrl, id } = request;
    // Only a request with neither content type nor body arrives here without a body.
    if (!body) {
      refuse(reply, 415, "send application/json");
      return undefined;
    }
    const caller = callerOf(request.raw);
    const abandoned = () => abandonedOf(reply.raw);
    const answer = dispatch(body, originalUrl, id, caller, abandoned);
    if (answer instanceof Promise) return answer.then(finish);
    finish(answer);
    return undefined;

    function finish(text: Text | null): void {
      if (mirror) mirrorAnswer(mirror, request.raw, reply.raw, body!, text);
      sendAnswer(reply, text);
    }
  });
}

/** Tools that start a server poll this route, and can only send GET. */
function serveHealth(app: FastifyInstance, dispatch: Dispatch): void {
  app.get(`/${HEALTH}`, async ({ id }, reply) => {
    sendAnswer(reply, await dispatch(HEALTH_REQUEST, "/", id));
  });
}

const HEALTH = "getIndexerHealth";
const HEALTH_REQUEST = Buffer.from(
  JSON.stringify({ jsonrpc: "2.0", id: null, method: HEALTH }),
);

function sendAnswer(reply: FastifyReply, answer: Text | null): void {
  if (answer === null) reply.code(204).send();
  else if (answer.length < STREAMED_FROM) sendJson(reply, joinChunks(answer));
  else
    reply
      .headers({ "content-type": JSON_TYPE, "content-length": answer.length })
      .send(Readable.from(inTurns(stepsOf(chunksOf(answer)))));
}

/** A larger answer is sent in steps, because copying it to the system at once would delay other requests. */
const STREAMED_FROM = 2 ** 20;

async function* inTurns(steps: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const step of steps) {
    yield step;
    await nextTurn();
  }
}

function sendJson(reply: FastifyReply, text: string): void {
  reply.header("content-type", JSON_TYPE).send(text);
}

function servePreflight(app: FastifyInstance): void {
  const headers = {
    "access-control-allow-methods": "POST, GET",
    "access-control-allow-headers":
      "content-type, solana-client, authorization, x-api-key, x-request-id, last-event-id",
    "access-control-max-age": "86400",
  };
  app.options("/", (_request, reply) => {
    reply.code(204).headers(headers).send();
  });
}

function answerFaults(app: FastifyInstance, options: ServerOptions): void {
  const methods = new Map(Object.entries(options.methods));
  app.setNotFoundHandler((request, reply) => {
    if (methodOfPath(request.originalUrl, methods) === null)
      refuse(reply, 404, "not found");
    else refuse(reply.header("allow", "POST, OPTIONS"), 405, "use POST");
  });
  app.setErrorHandler((error: FastifyError, { id }, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      options.log.error({ requestId: id, err: error }, "a request failed");
    refuse(reply, status, status < 500 ? error.message : "Internal error");
  });
}

/** A fault of the transport, before there is a JSON-RPC request to answer. */
function refuse(reply: FastifyReply, status: number, error: string): void {
  sendJson(reply.code(status), JSON.stringify({ error }));
}
