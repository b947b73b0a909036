import { inspect } from "node:util";
import { parseExact } from "../../client/index.ts";
import { jsonText } from "../jsonText.ts";
import type { Keys } from "../keys.ts";
import type { Pace } from "../pace.ts";
import type { Server } from "../server.ts";

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A JSON-RPC answer. Large numbers are bigints. */
export interface Envelope {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** The answer violates the contract. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

/** The server has no data for the check. */
export class NothingToCheck extends Error {
  override readonly name = "NothingToCheck";
}

export interface Check {
  readonly title: string;
  /** Throws a ContractError with the violation. */
  run(probe: Probe): Promise<void>;
}

export interface RequestParts {
  readonly path?: string;
  readonly verb?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

export interface ProbeOptions {
  readonly server: Server;
  readonly keys: Keys;
  readonly pace: Pace;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends one server requests that no client would send, and keeps the last exchange for the report. */
export class Probe {
  readonly keys: Keys;
  readonly server: Server;
  readonly #options: ProbeOptions;
  last = { request: "", answer: "" };

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.keys = options.keys;
    this.server = options.server;
  }

  async send(parts: RequestParts): Promise<Exchange> {
    const { pace, timeoutMs, signal } = this.#options;
    const { verb = "POST", path = "", headers = JSON_TYPE } = parts;
    const { body = null } = parts;
    const url = withPath(this.server.url, path);
    this.last = { request: `${verb} ${url} ${body ?? ""}`, answer: "none" };
    await pace();
    const response = await fetch(url, {
      method: verb,
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    this.last.answer = `${response.status} ${text}`;
    return { status: response.status, headers: response.headers, text };
  }

  /** The answer to a body, which must have HTTP status 200. */
  async post(body: unknown, path = ""): Promise<unknown> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { status, text: answer } = await this.send({ path, body: text });
    if (status !== 200)
      throw new ContractError(`HTTP status ${status} instead of 200`);
    return parsed(answer);
  }

  async call(method: string, params?: unknown, path = ""): Promise<Envelope> {
    const body = { jsonrpc: "2.0", id: ID, method, params };
    return (await this.post(body, path)) as Envelope;
  }

  /** The result of a call that must succeed. */
  async result(method: string, params?: unknown): Promise<unknown> {
    const { result, error } = await this.call(method, params);
    if (result !== undefined) return result;
    const reason = error ? inspect(error) : "no result";
    throw new ContractError(`an error instead of a result: ${reason}`);
  }

  /** Fails unless the call is refused with this code and a message that contains `named`. */
  async refused(
    code: number,
    method: string,
    params: unknown,
    named = "",
  ): Promise<void> {
    assertError(await this.call(method, params), code, named);
  }

  /** The first key of a kind that was found. */
  key(kind: keyof Keys): string {
    const [key] = this.keys[kind];
    if (key === undefined) throw new NothingToCheck(`no ${kind} were found`);
    return key;
  }
}

export const ID = "test-account";
const JSON_TYPE = { "content-type": "application/json" };

/** Prefixes and keys in the path and the query are kept. */
function withPath(base: string, path: string): string {
  if (path === "") return base;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${path}`;
  return url.href;
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new ContractError("the answer is not JSON");
  }
}

export function assertError(
  { error, result }: Envelope,
  code: number,
  named = "",
): void {
  if (result !== undefined || !error)
    throw new ContractError(`a result instead of error ${code}`);
  if (error.code !== code)
    throw new ContractError(`error ${String(error.code)} instead of ${code}`);
  if (!String(error.message).includes(named))
    throw new ContractError(`the message does not name ${named}`);
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ContractError(message);
}

export function assertSame(found: unknown, expected: unknown): void {
  const [a, b] = [found, expected].map(jsonText);
  if (a !== b) throw new ContractError(`${a ?? "nothing"} instead of ${b!}`);
}
