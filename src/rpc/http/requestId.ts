import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "x-request-id";

/** The form of an acceptable request id: it cannot end a header or a log line. */
const VALID_ID = /^[\w.:-]{1,64}$/;

/** Distinguishes the requests of different processes, and those before and after a restart. */
const RUN = randomBytes(6).toString("base64url");
let count = 0;

/** The id of a request in the log and in its response header: the caller's own if it is acceptable, or else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && VALID_ID.test(given)
    ? given
    : `${RUN}.${++count}`;
}
