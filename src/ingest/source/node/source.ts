import { setTimeout as sleep } from "node:timers/promises";
import { asText } from "../../../codecs/json.ts";
import { DEFAULT_SLOT_MS } from "../../../domain/lag.ts";
import type { Slot } from "../../../domain/values.ts";
import { AnotherChain, type RefusedNodes } from "./failover.ts";
import { mapConcurrently } from "../prefetch.ts";
import { type JsonRpcClient, RpcError } from "./jsonRpc.ts";
import {
  BlockGone,
  type Commitment,
  NodeBlocks,
  type TextBlock,
} from "./nodeBlocks.ts";
import { type NodeListener, prefetchNode } from "./nodePrefetch.ts";
import { ReadingFailed } from "../threadBlocks.ts";
import { rpcAccounts } from "./rpcAccounts.ts";
import { type RetryPolicy, retrying } from "./retry.ts";
import type { BlockSource, LiveChain, Newest, SourceBlock } from "../source.ts";

export interface RpcSourceOptions {
  readonly commitment?: Commitment;
  /** Blocks requested at once. A full mainnet block is about 10 MB of JSON, so the window also bounds memory. */
  readonly window?: number;
  /** The pause at the tip before the next request; SlotTime measures it. */
  readonly pollMs?: () => number;
  readonly firstPauseMs?: number;
  /** This many slots behind the tip, blocks are fetched and decoded in a separate thread. The default is never. */
  readonly threadFrom?: number;
  readonly onRetry?: (error: Error, pauseMs: number) => void;
  /** Called for nodes that a separate thread leaves out. */
  readonly onRefused?: (refused: RefusedNodes) => void;
}

/** Slots per getBlocks request; nodes allow 500,000. */
const RANGE = 1_000;
/** The interval of requests for the tip while no new block shows it. */
const TIP_EVERY_MS = 5_000;

/** The chain of a node, polled at its tip. */
export async function openRpcSource(
  rpc: JsonRpcClient,
  signal: AbortSignal,
  options: RpcSourceOptions = {},
): Promise<RpcSource> {
  const policy = retryPolicy(options);
  const first: RetryPolicy = { ...policy, giveUpAfterMs: 10_000 };
  const genesis = await retrying(
    async () =>
      asText(await rpc.call("getGenesisHash", [], signal), "genesis hash"),
    { ...first, isFinal: speaksNoSolana },
    signal,
  );
  return new RpcSource(rpc, genesis, policy, options);
}

/**
 * Whether the answer comes from something other than a Solana node. A node that is starting or behind sends other
 * codes.
 */
function speaksNoSolana(error: unknown): boolean {
  return error instanceof RpcError && [-32600, -32601].includes(error.code);
}

export class RpcSource implements BlockSource {
  readonly genesis: string;
  readonly chain: string;
  readonly description: string;
  readonly accounts;
  readonly ends = false;
  readonly live: LiveChain;
  readonly #rpc: JsonRpcClient;
  readonly #commitment: Commitment;
  readonly #listener: NodeListener;
  readonly #threadFrom: number;
  readonly #node: NodeBlocks;
  readonly #window: number;
  readonly #pollMs: () => number;
  #newest: Newest | null = null;
  #at: Slot = 0;

  constructor(
    rpc: JsonRpcClient,
    genesis: string,
    policy: RetryPolicy,
    {
      commitment = "confirmed",
      window = 16,
      pollMs = () => DEFAULT_SLOT_MS,
      threadFrom = Infinity,
      onRetry,
      onRefused,
    }: RpcSourceOptions,
  ) {
    this.#rpc = rpc;
    this.#commitment = commitment;
    this.#threadFrom = threadFrom;
    this.#listener = {
      ...{ onRetry, onRefused },
      onNewest: (newest) => (this.#newest = newest),
    };
    this.genesis = genesis;
    this.chain = `genesis:${genesis}`;
    this.description = `node ${rpc.origin}`;
    this.accounts = rpcAccounts(rpc, policy);
    this.#node = new NodeBlocks(rpc, policy, commitment);
    this.#window = window;
    this.#pollMs = pollMs;
    this.live = {
      blockhashAt: (slot, signal) => this.#node.blockhashAt(slot, signal),
      newest: () => this.#newest,
      proveChain: async (signal) => {
        const found = await rpc.call("getGenesisHash", [], signal);
        if (found !== genesis)
          throw new AnotherChain(
            `node ${rpc.origin} follows another chain (genesis ${String(found)}) than the indexed one (${genesis})`,
          );
      },
      preferAnother: () => {
        rpc.preferAnother();
      },
    };
  }

  progress() {
    return { at: this.#at, of: Math.max(this.#newest?.slot ?? 0, this.#at) };
  }

  async tip(signal: AbortSignal): Promise<Slot> {
    const slot = await this.#node.tip(signal);
    this.#newest = { slot, heardAt: Date.now() };
    return slot;
  }

  /** The newest slot that no fork can undo. */
  finalTip(signal: AbortSignal): Promise<Slot> {
    return this.#node.finalTip(signal);
  }

  /** The oldest slot that the node still has: local nodes delete old ones. */
  firstBlock(signal: AbortSignal): Promise<Slot> {
    return this.#node.firstAvailable(signal);
  }

  async *blocks(
    after: Slot,
    signal: AbortSignal,
    upTo: Slot = Infinity,
  ): AsyncGenerator<SourceBlock> {
    let last = after;
    let failed = false;
    this.#at = Math.max(after, 0);
    try {
      while (last < upTo) {
        const end = Math.min(upTo, (await this.#knownTip(signal)) - 1);
        const far = end - last >= this.#threadFrom;
        if (far && !failed) {
          last = yield* this.#prefetched(last, end, signal);
          failed = last < end;
        } else {
          const until = far ? last + RANGE : upTo;
          last = yield* this.#fetched(last, until, signal);
          failed = false;
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Returns the slot up to which it has read: less than `upTo` if the thread cannot continue. */
  async *#prefetched(
    after: Slot,
    upTo: Slot,
    signal: AbortSignal,
  ): AsyncGenerator<SourceBlock, Slot> {
    const urls = this.#rpc.urls.map(({ href }) => href);
    const { genesis } = this;
    const toRead = { urls, genesis, commitment: this.#commitment, after, upTo };
    try {
      for await (const block of prefetchNode(toRead, this.#listener, signal))
        yield this.#pass(block);
      return upTo;
    } catch (error) {
      if (!(error instanceof ReadingFailed)) throw error;
      return Math.max(after, this.#at);
    }
  }

  /** Returns the slot up to which it has read: less than `upTo` if the tip has moved far ahead. */
  async *#fetched(
    after: Slot,
    upTo: Slot,
    signal: AbortSignal,
  ): AsyncGenerator<SourceBlock, Slot> {
    for await (const block of this.texts(after, signal, upTo))
      yield this.#pass(block);
    return upTo < Infinity ? upTo : Math.max(after, this.#at);
  }

  #pass<Passed extends SourceBlock>(block: Passed): Passed {
    this.#at = block.slot;
    return block;
  }

  /** Blocks fetched in this thread. */
  async *texts(
    after: Slot,
    signal: AbortSignal,
    upTo: Slot,
  ): AsyncGenerator<TextBlock> {
    // When the reader stops early, the requests in flight are cancelled.
    const done = new AbortController();
    const alive = AbortSignal.any([signal, done.signal]);
    const slots = this.#slotsWithBlocks(after, upTo, alive);
    const fetched = mapConcurrently(slots, this.#window, (slot) =>
      this.#node.block(slot, alive),
    );
    try {
      for await (const block of fetched) if (block) yield block;
    } finally {
      done.abort();
    }
  }

  /**
   * Lists the slots that have a block: near the tip, a request for a single slot cannot distinguish a skipped one from
   * a late one.
   */
  async *#slotsWithBlocks(
    after: Slot,
    upTo: Slot,
    signal: AbortSignal,
  ): AsyncGenerator<Slot> {
    await this.#assertAvailable(after + 1, signal);
    let next = after + 1;
    while (next <= upTo) {
      const tip = await this.#knownTip(signal);
      const end = Math.min(next + RANGE - 1, upTo);
      const slots = await this.#node.list(next, end, signal);
      const last = slots.at(-1) ?? next - 1;
      // Before the blocks are requested, so that the lag shows while the node withholds them.
      if (last >= tip) this.#newest = { slot: last, heardAt: Date.now() };
      // So many new blocks are for a thread to read.
      if (upTo === Infinity && last - next > this.#threadFrom) return;
      yield* slots;
      // Below the tip the list is complete. At the tip, slots after the last listed one may be late.
      const whole = end < tip;
      next = (whole ? end : last) + 1;
      if (!whole) await sleep(this.#pollMs(), undefined, { signal });
    }
  }

  /** New blocks show the tip. It is requested if there has been none for a while. */
  async #knownTip(signal: AbortSignal): Promise<Slot> {
    const { slot, heardAt } = this.#newest ?? { slot: 0, heardAt: 0 };
    return Date.now() - heardAt > TIP_EVERY_MS ? this.tip(signal) : slot;
  }

  /** A node lists only the blocks it has, so deleted history would look like skipped slots. */
  async #assertAvailable(slot: Slot, signal: AbortSignal): Promise<void> {
    const first = await this.#node.firstAvailable(signal);
    if (slot >= first) return;
    throw new BlockGone(
      `${this.description} has no blocks before slot ${first}, and slot ${slot} is next: use a node with a longer history, a snapshot, or --start-slot ${first} with an empty store`,
    );
  }
}

function retryPolicy(options: RpcSourceOptions): RetryPolicy {
  const { firstPauseMs = 200, onRetry } = options;
  return { firstPauseMs, longestPauseMs: 10_000, ...(onRetry && { onRetry }) };
}
