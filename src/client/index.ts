// A client without dependencies, for Node and browsers. Its methods and types come from the service's own schemas.
import { METHODS, type Api } from "./api.ts";
import { parseExact } from "./bigintJson.ts";
import { withBigints } from "./bigints.ts";
import type { BlockContext } from "./connection.ts";
import { TachyonError } from "./error.ts";
import { Link } from "./link.ts";
import type { ItemOf, ListName, ListParams } from "./lists.ts";
import { LiveList, type LiveState } from "./liveList.ts";
import { Pages, type Page } from "./pages.ts";
import {
  type Change,
  followList,
  stoppable,
  type WatchOptions,
} from "./watch.ts";

export type * from "./api.ts";
export { LiveList, parseExact, Pages, TachyonError };
export type {
  BlockContext,
  Change,
  ItemOf,
  ListName,
  ListParams,
  LiveState,
  Page,
  WatchOptions,
};

export interface ClientOptions {
  /** Headers for every request, for example an authorization. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
  /** Replaces the global WebSocket, which watched lists use. */
  readonly WebSocket?: typeof WebSocket;
  /** Cancels pending requests. */
  readonly signal?: AbortSignal;
}

/** The methods of a service, and its lists as they change. */
export interface Client extends Api {
  /**
   * Yields the changes of a list: `for await (const change of client.watch(…))`. It continues by itself after lost
   * connections and restarts of the server, and ends with the loop, the signal or an error that would not pass.
   */
  watch<M extends ListName>(
    method: M,
    params: ListParams<M>,
    options?: WatchOptions,
  ): AsyncIterableIterator<Change<ItemOf<M>>>;
  /** Reads a list and keeps it up to date until it is closed. */
  live<M extends ListName>(
    method: M,
    params: ListParams<M>,
    options?: Pick<WatchOptions, "signal">,
  ): LiveList<M>;
}

/** The methods of the service at `url`. If the host expects an API key in path or query, include it in the URL. */
export function createClient(
  url: string | URL,
  options: ClientOptions = {},
): Client {
  const call = (method: string, params: object) =>
    request(url, method, params, options);
  const methods = Object.entries(METHODS).map(([method, { list, bigints }]) => {
    const ask = async (params: object = {}) =>
      withBigints(await call(method, params), bigints);
    return [method, list === null ? ask : paged(list, ask)];
  });
  const api = Object.fromEntries(methods) as Api;
  return { ...api, ...liveLists(api, url, options) };
}

function liveLists(
  api: Api,
  url: string | URL,
  options: ClientOptions,
): Pick<Client, "watch" | "live"> {
  const { headers, WebSocket, signal } = options;
  const probe = () => api.getIndexerHealth();
  const link = new Link({ url, headers, WebSocket, probe });
  return {
    watch: (method, params, chosen = {}) =>
      stoppable(
        (stop) => followList({ link, method, params, options: chosen }, stop),
        [signal, chosen.signal],
      ),
    live: (method, params, chosen = {}) =>
      new LiveList({
        method,
        watch: (stop, onLost) =>
          followList({ link, method, params, options: { onLost } }, stop),
        walk: ({ slot, blockhash }) =>
          walk(api, method, params, slot, blockhash),
        signals: [signal, chosen.signal].filter((each) => each !== undefined),
      }),
  };
}

const LARGEST_PAGE = 1000;

function walk<M extends ListName>(
  api: Api,
  method: M,
  params: ListParams<M>,
  slot: number,
  blockhash: string,
): AsyncIterable<ItemOf<M>> {
  const at = { atSlot: slot, minContextSlot: slot, blockhash };
  const ask = api[method] as (params: object) => Pages<ItemOf<M>>;
  return ask({ ...params, ...at, limit: LARGEST_PAGE });
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
