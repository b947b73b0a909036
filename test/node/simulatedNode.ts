import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface NodeBlock {
  readonly slot: number;
  /** The getBlock response. */
  readonly block: object;
}

export interface NodeAccount {
  readonly pubkey: string;
  readonly account: { readonly owner: string; readonly data: [string, string] };
}

export interface SimulatedNodeOptions {
  /** The whole chain, or a function that returns the current chain. */
  readonly blocks: readonly NodeBlock[] | (() => readonly NodeBlock[]);
  /** Any free port if missing. */
  readonly port?: number;
  readonly accounts?: readonly NodeAccount[];
  readonly genesis?: string;
  /** The oldest slot it still has; older ones are missing from its responses. */
  readonly firstAvailable?: number;
  /** How many of the blocks are confirmed at the start; all of them if missing. */
  readonly confirmed?: number;
  /** How many slots behind the tip a block is final. Requests for final blocks do not get later ones. */
  readonly finalAfter?: number;
  /** Applied to a request before it is answered, for example a delay or a failure. Null for none. */
  readonly disturb?: (
    method: string,
    call: number,
    params: Params,
  ) => Disturbance | null;
}

export type Disturbance =
  | { readonly delayMs: number }
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly hang: true }
  | { readonly drop: true }
  | { readonly text: string }
  | { readonly result: unknown };

export interface SimulatedNode {
  readonly url: URL;
  /** Requests so far, by method. */
  readonly calls: ReadonlyMap<string, number>;
  /** The params of every getBlock, in order of arrival. */
  readonly blockRequests: readonly unknown[];
  /** The maximum number of concurrent getBlock requests. */
  readonly maxConcurrent: () => number;
  confirm(blocks: number): void;
  close(): Promise<void>;
}

type Params = readonly unknown[];
type Reply = { readonly result: unknown } | { readonly error: object };

/** A node on a real port that replays blocks. The test moves its tip. */
export async function startSimulatedNode(
  options: SimulatedNodeOptions,
): Promise<SimulatedNode> {
  const { accounts = [], genesis = "Sim1111", disturb } = options;
  const chain = options.blocks;
  const blocks = typeof chain === "function" ? chain : () => chain;
  const calls = new Map<string, number>();
  const blockRequests: unknown[] = [];
  let confirmed = options.confirmed ?? Infinity;
  let open = 0;
  let maxConcurrent = 0;
  const visible = (params: Params): readonly NodeBlock[] => {
    const seen = blocks().slice(0, confirmed);
    const newest = seen.at(-1)?.slot ?? 0;
    const { finalAfter = 0 } = options;
    if (finalAfter === 0 || !asksForFinal(params)) return seen;
    return seen.filter(({ slot }) => slot <= newest - finalAfter);
  };
  const tip = (params: Params = []): number =>
    visible(params).at(-1)?.slot ?? 0;

  const methods: Record<string, (params: Params) => Reply> = {
    getGenesisHash: () => ({ result: genesis }),
    getSlot: (params) => ({ result: tip(params) }),
    getFirstAvailableBlock: () => ({
      result: options.firstAvailable ?? blocks()[0]?.slot ?? 0,
    }),
    getBlocks: (params) => ({
      result: visible(params)
        .map(({ slot }) => slot)
        .filter(
          (slot) => slot >= Number(params[0]) && slot <= Number(params[1]),
        ),
    }),
    getBlock: (params) => {
      blockRequests.push(params);
      const slot = Number(params[0]);
      if (slot > tip(params))
        return failure(-32004, `no block for slot ${slot}`);
      const found = visible(params).find((block) => block.slot === slot);
      return found
        ? { result: found.block }
        : failure(-32009, `slot ${slot} was skipped`);
    },
    getProgramAccounts: ([program]) => ({
      result: accounts.filter(({ account }) => account.owner === program),
    }),
    getMultipleAccounts: ([pubkeys]) => ({
      result: {
        context: { slot: tip() },
        value: (pubkeys as string[]).map(
          (key) =>
            accounts.find(({ pubkey }) => pubkey === key)?.account ?? null,
        ),
      },
    }),
    getAccountInfo: ([pubkey]) => {
      const found = accounts.find((entry) => entry.pubkey === pubkey);
      return {
        result: { context: { slot: tip() }, value: found?.account ?? null },
      };
    },
  };

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = JSON.parse(await text(request)) as Request;
    const { id, method, params } = body;
    const call = (calls.get(method) ?? 0) + 1;
    calls.set(method, call);
    const trouble = disturb?.(method, call, params) ?? null;
    if (trouble && ("hang" in trouble || "drop" in trouble)) return trouble;
    if (trouble && "text" in trouble) return { status: 200, ...trouble };
    if (trouble && "status" in trouble) return trouble;
    if (trouble && "delayMs" in trouble) await sleep(trouble.delayMs);
    const reply =
      trouble && ("error" in trouble || "result" in trouble)
        ? trouble
        : (methods[method]?.(params) ?? failure(-32601, `no ${method}`));
    return { status: 200, body: { jsonrpc: "2.0", id, ...reply } };
  }

  const server = createServer((request, response) => {
    open++;
    maxConcurrent = Math.max(maxConcurrent, open);
    response.on("close", () => open--);
    void answer(request).then((reply) => {
      if ("hang" in reply) return;
      if ("drop" in reply) {
        response.destroy();
        return;
      }
      const { status, retryAfter, body, text } = reply;
      if (retryAfter) response.setHeader("retry-after", retryAfter);
      response
        .writeHead(status)
        .end(text ?? (body ? JSON.stringify(body) : "busy"));
    });
  });
  return {
    url: await listen(server, options.port ?? 0),
    calls,
    blockRequests,
    maxConcurrent: () => maxConcurrent,
    confirm: (more) => {
      confirmed += more;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: Params;
}

type Answer =
  | { readonly hang: true }
  | { readonly drop: true }
  | {
      readonly status: number;
      readonly text?: string;
      readonly retryAfter?: number;
      readonly body?: object;
    };

function asksForFinal(params: Params): boolean {
  const options = params.at(-1) as { readonly commitment?: string } | undefined;
  return options?.commitment === "finalized";
}

function failure(code: number, message: string): Reply {
  return { error: { code, message } };
}

async function listen(server: Server, port: number): Promise<URL> {
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
