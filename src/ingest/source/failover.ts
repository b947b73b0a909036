import {
  createJsonRpc,
  type JsonRpcClient,
  type JsonRpcOptions,
  NodeUnreachable,
  RpcError,
} from "./jsonRpc.ts";

/** One of the nodes follows another chain than the rest. */
export class AnotherChain extends Error {
  override readonly name = "AnotherChain";
}

interface Member {
  readonly client: JsonRpcClient;
  /** Not to be asked before this moment, because it said so. */
  restsUntil: number;
  genesis: string | null;
}

/** What another node may well know although this one does not: cleaned up, not yet available, behind, unhealthy. */
const ASK_ANOTHER = [-32001, -32004, -32005, -32008, -32014, -32016];

/**
 * Several nodes of one chain as one: the first that answers is asked until it fails, then the next. Each is checked to
 * follow the same chain before its first answer counts.
 */
export function failover(clients: readonly JsonRpcClient[]): JsonRpcClient {
  const members: Member[] = clients.map((client) => ({
    client,
    restsUntil: 0,
    genesis: null,
  }));
  let first = 0;
  let chain: string | null = null;

  const ask = async (
    member: Member,
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const { client } = member;
    member.genesis ??= String(await client.call("getGenesisHash", [], signal));
    chain ??= member.genesis;
    if (member.genesis !== chain)
      throw new AnotherChain(
        `node ${client.origin} follows another chain (genesis ${member.genesis}) than the first (${chain})`,
      );
    return client.call(method, params, signal);
  };

  return {
    get origin() {
      return members[first]!.client.origin;
    },
    preferAnother() {
      first = (first + 1) % members.length;
    },
    async call(method, params, signal) {
      let failure: unknown;
      for (const at of order(members, first)) {
        try {
          const answer = await ask(members[at]!, method, params, signal);
          first = at;
          return answer;
        } catch (error) {
          if (!mayAskAnother(error)) throw error;
          if (error instanceof NodeUnreachable)
            members[at]!.restsUntil = Date.now() + error.retryAfterMs;
          failure ??= error;
        }
      }
      throw failure;
    },
  };
}

/** From `first` on; those that asked for a rest come last. */
function order(members: readonly Member[], first: number): number[] {
  const now = Date.now();
  const rests = (at: number) => Number(members[at]!.restsUntil > now);
  return members
    .map((_, i) => (first + i) % members.length)
    .sort((a, b) => rests(a) - rests(b));
}

function mayAskAnother(error: unknown): boolean {
  if (error instanceof NodeUnreachable) return true;
  return error instanceof RpcError && ASK_ANOTHER.includes(error.code);
}

/** One client for the nodes an operator names. */
export function connectNodes(
  urls: readonly URL[],
  options: JsonRpcOptions = {},
): JsonRpcClient {
  const clients = urls.map((url) => createJsonRpc(url, options));
  return clients.length === 1 ? clients[0]! : failover(clients);
}
