import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "x-request-id";

/** What a caller or a proxy may call its request: nothing that could end a header or a line of the log. */
const VALID_ID = /^[\w.:-]{1,64}$/;

/** Tells apart the requests of several processes, and those before and after a restart. */
const RUN = randomBytes(6).toString("base64url");
let count = 0;

/** The name of a request in the log and in its answer's head: the caller's own for it, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && VALID_ID.test(given)
    ? given
    : `${RUN}.${++count}`;
}
