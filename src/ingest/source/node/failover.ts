import {
  createJsonRpc,
  type JsonRpcClient,
  type JsonRpcOptions,
  type ParseAnswer,
  NodeUnreachable,
  RpcError,
} from "./jsonRpc.ts";

/** A node follows another chain than the indexed one. */
export class AnotherChain extends NodeUnreachable {
  override readonly name = "AnotherChain";
}

interface Member {
  readonly client: JsonRpcClient;
  /** The time until which the node asked not to be called. */
  restsUntil: number;
  /** The time of the last successful proof of its chain. */
  provenAt: number;
  /** The reason for leaving it out: it follows another chain. */
  refused: AnotherChain | null;
}

/** Nodes that are left out because they follow another chain. */
export interface RefusedNodes {
  readonly reasons: readonly string[];
  readonly all: boolean;
}

export interface FailoverOptions {
  /** Called when a node is left out, and when it is back on the right chain. */
  readonly onRefused?: (refused: RefusedNodes) => void;
  /** The genesis hash of the chain, if it is known. Otherwise the first answer decides. */
  readonly chain?: string;
}

/** No node is restarted on another chain within this time, and connections opened together need only one proof. */
export const PROOF_MS = 1_000;
/** For this long, a node of another chain is asked last. */
const REFUSED_MS = 10_000;

/** Errors after which another node may have the answer: cleaned up, not yet available, behind, unhealthy. */
const ASK_ANOTHER = [-32001, -32004, -32005, -32008, -32014, -32016];

/**
 * Several nodes of one chain as one client: the first that answers is used until it fails, then the next. A node proves
 * that it follows this chain before its first answer counts, and again after every new connection, because another
 * process may listen there by then.
 */
export function failover(
  clients: readonly JsonRpcClient[],
  options: FailoverOptions = {},
): JsonRpcClient {
  return new Failover(clients, options);
}

class Failover implements JsonRpcClient {
  readonly #members: readonly Member[];
  readonly #onRefused: FailoverOptions["onRefused"];
  /** The member that is asked first. */
  #first = 0;
  #chain: string | null;

  constructor(
    clients: readonly JsonRpcClient[],
    { onRefused, chain }: FailoverOptions,
  ) {
    this.#members = clients.map((client) => ({
      client,
      restsUntil: 0,
      provenAt: -Infinity,
      refused: null,
    }));
    this.#onRefused = onRefused;
    this.#chain = chain ?? null;
  }

  get origin() {
    return this.#members[this.#first]!.client.origin;
  }

  get urls() {
    return this.#rotation().flatMap(({ client }) => client.urls);
  }

  get connectedAt() {
    return this.#members[this.#first]!.client.connectedAt;
  }

  preferAnother(): void {
    this.#first = (this.#first + 1) % this.#members.length;
  }

  async call(
    method: string,
    params: unknown,
    signal: AbortSignal,
    parse?: ParseAnswer,
  ): Promise<unknown> {
    let failure: unknown;
    for (const member of this.#inOrder()) {
      try {
        const answer = await this.#ask(member, method, params, signal, parse);
        this.#first = this.#members.indexOf(member);
        return answer;
      } catch (error) {
        if (!mayAskAnother(error)) throw error;
        member.restsUntil = Date.now() + restAfter(error);
        // A node of another chain is the failure that the operator must see.
        if (!failure || error instanceof AnotherChain) failure = error;
      }
    }
    throw failure;
  }

  async #ask(
    member: Member,
    method: string,
    params: unknown,
    signal: AbortSignal,
    parse?: ParseAnswer,
  ): Promise<unknown> {
    if (method === "getGenesisHash") return this.#prove(member, signal);
    if (member.provenAt === -Infinity) await this.#prove(member, signal);
    try {
      return await member.client.call(method, params, signal, parse);
    } catch (error) {
      if (isUnreachable(error)) member.provenAt = -Infinity;
      throw error;
    } finally {
      // An error is an answer, too: "this slot was skipped" is true of one chain only.
      if (member.provenAt > -Infinity) await this.#assertProven(member, signal);
    }
  }

  async #prove(member: Member, signal: AbortSignal): Promise<string> {
    const askedAt = performance.now();
    const { client } = member;
    const genesis = String(await client.call("getGenesisHash", [], signal));
    this.#chain ??= genesis;
    if (genesis !== this.#chain) {
      member.provenAt = -Infinity;
      const refused = new AnotherChain(
        `node ${client.origin} follows another chain (genesis ${genesis}) than the indexed one (${this.#chain})`,
      );
      this.#setRefused(member, refused);
      throw refused;
    }
    member.provenAt = askedAt;
    this.#setRefused(member, null);
    return genesis;
  }

  async #assertProven(member: Member, signal: AbortSignal): Promise<void> {
    if (member.provenAt < member.client.connectedAt - PROOF_MS)
      await this.#prove(member, signal);
  }

  #setRefused(member: Member, refused: AnotherChain | null): void {
    const changed = (member.refused === null) !== (refused === null);
    member.refused = refused;
    if (!changed) return;
    const reasons = this.#members.flatMap(
      (each) => each.refused?.message ?? [],
    );
    const all = reasons.length === this.#members.length;
    this.#onRefused?.({ reasons, all });
  }

  /** Members that asked for a pause come last. */
  #inOrder(): Member[] {
    const now = Date.now();
    const rests = ({ restsUntil }: Member) => Number(restsUntil > now);
    return this.#rotation().sort((a, b) => rests(a) - rests(b));
  }

  /** All members, beginning with the first. */
  #rotation(): Member[] {
    const members = this.#members;
    return [...members.slice(this.#first), ...members.slice(0, this.#first)];
  }
}

function restAfter(error: unknown): number {
  if (error instanceof AnotherChain) return REFUSED_MS;
  return error instanceof NodeUnreachable ? error.retryAfterMs : 0;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof NodeUnreachable;
}

function mayAskAnother(error: unknown): boolean {
  if (error instanceof NodeUnreachable) return true;
  return error instanceof RpcError && ASK_ANOTHER.includes(error.code);
}

/** One client for the nodes an operator names. */
export function connectNodes(
  urls: readonly URL[],
  options: JsonRpcOptions & FailoverOptions = {},
): JsonRpcClient {
  const clients = urls.map((url) => createJsonRpc(url, options));
  return failover(clients, options);
}
