import { type Api, createClient, Pages } from "../client/index.ts";
import {
  failed,
  joined,
  type PageOfList,
  type Reply,
  single,
} from "./replies.ts";
import { createSender, type SenderOptions } from "./sender.ts";

export type Params = Readonly<Record<string, unknown>>;

/** A server that can be asked. */
export interface Asker {
  /** Asks once; of a list, the first page. */
  ask(method: string, params: Params): Promise<Reply>;
}

export interface Server extends Asker {
  readonly url: string;
  /** Sends a request that runs nothing, for a method that no server has. False if there is no answer. */
  reach(): Promise<boolean>;
  /** Reads a list to its end, in pages of `limit` items, at most `maxPages` of them. */
  walk(
    method: string,
    params: Params,
    limit: number,
    maxPages: number,
  ): Promise<Reply>;
}

type Untyped = Readonly<
  Record<string, (params: object) => Promise<unknown> | Pages<unknown>>
>;

const NOTHING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getNothing" });

/** A server of this API, queried through the typed client at a limited rate. */
export function openServer(url: string, options: SenderOptions): Server {
  const { timeoutMs, signal } = options;
  const send = createSender(options);
  const client: Api = createClient(url, { fetch: send });
  const methods = client as unknown as Untyped;
  const attempt = async (work: () => Promise<Reply>): Promise<Reply> => {
    try {
      return await work();
    } catch (cause) {
      signal.throwIfAborted();
      return failed(cause, timeoutMs);
    }
  };
  return {
    url,
    ask: (method, params) =>
      attempt(async () => {
        const answer = methods[method]!(params);
        return answer instanceof Pages
          ? joined([await answer.first()])
          : single(await answer);
      }),
    reach: async () => {
      const headers = { "content-type": "application/json" };
      try {
        const request = { method: "POST", headers, body: NOTHING };
        return (await send(url, request)).status < 429;
      } catch {
        signal.throwIfAborted();
        return false;
      }
    },
    walk: (method, params, limit, maxPages) =>
      attempt(async () => {
        const pages: PageOfList[] = [];
        const list = methods[method]!({ ...params, limit }) as Pages<unknown>;
        for await (const page of list.pages()) {
          pages.push(page);
          if (pages.length === maxPages) break;
        }
        return joined(pages);
      }),
  };
}
