// A client without dependencies, for Node and browsers. Its methods and types come from the service's own schemas.
import { METHODS, type Api } from "./api.ts";
import { parseExact } from "./bigintJson.ts";
import { withBigints } from "./bigints.ts";
import { Pages, type Page } from "./pages.ts";

export type * from "./api.ts";
export { parseExact, Pages, type Page };

export interface ClientOptions {
  /** Headers for every request, for example an authorization. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
  /** Cancels pending requests. */
  readonly signal?: AbortSignal;
}

/** A JSON-RPC error that the service returned. */
export class TachyonError extends Error {
  override readonly name = "TachyonError";
  readonly code: number;
  /** With code -32016: the slot that the index has reached. */
  readonly contextSlot: number | null;

  constructor(
    method: string,
    code: number,
    message: string,
    contextSlot: number | null = null,
  ) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
    this.contextSlot = contextSlot;
  }
}

/** The methods of the service at `url`. If the host expects an API key in path or query, include it in the URL. */
export function createClient(
  url: string | URL,
  options: ClientOptions = {},
): Api {
  const call = (method: string, params: object) =>
    request(url, method, params, options);
  const methods = Object.entries(METHODS).map(([method, { list, bigints }]) => {
    const ask = async (params: object = {}) =>
      withBigints(await call(method, params), bigints);
    return [method, list === null ? ask : paged(list, ask)];
  });
  return Object.fromEntries(methods) as Api;
}

interface ListAnswer {
  readonly context: { readonly slot: number };
  readonly value: Readonly<Record<string, unknown>>;
}

function paged(list: string, ask: (params: object) => Promise<unknown>) {
  return (params: { readonly cursor?: string | null } = {}) =>
    new Pages(async (cursor): Promise<Page<unknown>> => {
      const { context, value } = (await ask({
        ...params,
        cursor,
      })) as ListAnswer;
      return {
        slot: context.slot,
        items: value[list] as unknown[],
        cursor: value["cursor"] as string | null,
      };
    }, params.cursor ?? null);
}

interface Answer {
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly contextSlot?: number };
  };
}

async function request(
  url: string | URL,
  method: string,
  params: object,
  { headers, fetch: send = fetch, signal }: ClientOptions,
): Promise<unknown> {
  const response = await send(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: "tachyon", method, params }),
    signal: signal ?? null,
  });
  if (!response.ok)
    throw new TachyonError(method, response.status, response.statusText);
  const { result, error } = parseExact(await response.text()) as Answer;
  if (error) {
    const { code, message, data } = error;
    throw new TachyonError(method, code, message, data?.contextSlot);
  }
  return result;
}
