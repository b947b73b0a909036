import type { IncomingMessage, ServerResponse } from "node:http";
import type { Text } from "../../render/text.ts";
import { BodyBuffer } from "./bodyBuffer.ts";
import { abandonedOf } from "./abandoned.ts";
import { callerOf } from "./callerOf.ts";
import type { Dispatch } from "../dispatch/dispatchOptions.ts";
import { type Mirror, mirrorAnswer } from "./mirror.ts";
import { REQUEST_ID, requestIdOf } from "./requestId.ts";
import { sendBody } from "./sendBuffers.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Answers a request without the router, or returns false to leave it to the router. */
export type FastPath = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

/**
 * Answers plain POSTs, which are nearly all requests, at less than the router's cost
 * (docs/decisions/0006-fast-path.md). Anything unusual about a request leaves it to the router. A test compares the
 * answers of both.
 */
export function createFastPath(
  dispatch: Dispatch,
  bodyLimit: number,
  mirror: Mirror | null = null,
): FastPath {
  return (request, response) => {
    if (!isPlain(request, bodyLimit)) return false;
    const id = requestIdOf(request);
    const { url = "/" } = request;
    readBody(request, (body) => {
      const abandoned = () => abandonedOf(response);
      const answer = dispatch(body, url, id, callerOf(request), abandoned);
      if (answer instanceof Promise) void answer.then(finish);
      else finish(answer);

      function finish(text: Text | null): void {
        if (mirror) mirrorAnswer(mirror, request, response, body, text);
        send(response, id, text);
      }
    });
    return true;
  };
}

function isPlain(request: IncomingMessage, bodyLimit: number): boolean {
  if (request.method !== "POST") return false;
  const { headers } = request;
  const type = headers["content-type"];
  if (type !== "application/json" && type !== JSON_TYPE) return false;
  // Without a content-length, the body is chunked or absent.
  const length = Number(headers["content-length"]);
  return length > 0 && length <= bodyLimit && headers.expect === undefined;
}

/** A client that disconnects gets no answer. */
function readBody(
  request: IncomingMessage,
  done: (body: Buffer) => void,
): void {
  const body = new BodyBuffer(Number(request.headers["content-length"]));
  request.on("data", (chunk: Buffer) => {
    body.add(chunk);
  });
  request.on("end", () => {
    done(body.whole());
  });
}

function send(response: ServerResponse, id: string, answer: Text | null): void {
  const head = ["access-control-allow-origin", "*", REQUEST_ID, id];
  if (answer === null) {
    response.writeHead(204, head).end();
    return;
  }
  // In ASCII, the length in bytes is the length in characters.
  const { length } = answer;
  head.push("content-type", JSON_TYPE, "content-length", String(length));
  response.writeHead(200, head);
  // Head and body of a small answer leave in one write.
  sendBody(response, answer);
}
