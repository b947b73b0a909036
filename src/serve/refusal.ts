import type { ServerResponse } from "node:http";
import { RpcError } from "../rpc/errors.ts";

/** A refusal with an HTTP status. */
export class HttpRefusal extends Error {
  readonly status: number;
  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

const STATUS: Readonly<Record<string, number>> = {
  invalidParams: 400,
  methodNotFound: 401,
  notKept: 410,
  slotNotReached: 503,
  unavailable: 503,
};

/** Answers a GET request with an error as JSON. `cause` is what the log shows of an internal error. */
export function sendRefusal(
  response: ServerResponse,
  error: unknown,
  onError: (error: unknown) => void,
  cause = error,
): void {
  const isNamed = error instanceof RpcError;
  const known =
    error instanceof HttpRefusal || (isNamed && error.name !== "internalError");
  if (!known && !response.destroyed) onError(cause);
  const status =
    error instanceof HttpRefusal
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
