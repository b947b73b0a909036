import { setTimeout as sleep } from "node:timers/promises";
import { asList, asNatural, asText } from "../../codecs/json.ts";
import { readJsonBlock } from "../../codecs/jsonBlock.ts";
import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import { mapAhead } from "./ahead.ts";
import { type JsonRpcClient, RpcError } from "./jsonRpc.ts";
import { rpcAccounts } from "./rpcAccounts.ts";
import { type RetryPolicy, retrying } from "./retry.ts";
import type { BlockSource } from "./source.ts";

/** The node cannot give a block that is needed, and waiting will not change that. */
export class BlockGone extends Error {
  override readonly name = "BlockGone";
}

export interface RpcSourceOptions {
  /** Blocks asked for at once. A full mainnet block is some 10 MB of JSON, so the window is also what bounds memory. */
  readonly window?: number;
  /** A slot takes about 400 ms: asking more often than this finds nothing new. */
  readonly pollMs?: number;
  readonly firstPauseMs?: number;
  readonly onRetry?: (error: Error, pauseMs: number) => void;
}

const CONFIRMED = { commitment: "confirmed" };
const BLOCK_OPTIONS = {
  ...CONFIRMED,
  encoding: "base64",
  transactionDetails: "full",
  maxSupportedTransactionVersion: 1,
  rewards: false,
};
/** Slots asked about in one getBlocks; nodes allow 500,000. */
const RANGE = 1_000;

// What a node says about a slot. Anything else, -32004 "not available yet" above all, is asked again, and so is a null.
const CLEANED_UP = -32001;
const SKIPPED = -32007;
const SKIPPED_IN_LONG_TERM_STORAGE = -32009;

/** The chain as a node tells it, followed at its tip by asking. */
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
    { ...first, isFinal: (error) => error instanceof RpcError },
    signal,
  );
  return new RpcSource(rpc, genesis, policy, options);
}

export class RpcSource implements BlockSource {
  readonly genesis: string;
  readonly chain: string;
  readonly description: string;
  readonly accounts;
  readonly ends = false;
  readonly #rpc: JsonRpcClient;
  readonly #policy: RetryPolicy;
  readonly #window: number;
  readonly #pollMs: number;
  #tip: Slot = 0;
  #at: Slot = 0;

  constructor(
    rpc: JsonRpcClient,
    genesis: string,
    policy: RetryPolicy,
    { window = 16, pollMs = 300 }: RpcSourceOptions,
  ) {
    this.genesis = genesis;
    this.chain = `genesis:${genesis}`;
    this.description = `node ${rpc.origin}`;
    this.accounts = rpcAccounts(rpc, policy);
    this.#rpc = rpc;
    this.#policy = policy;
    this.#window = window;
    this.#pollMs = pollMs;
  }

  progress() {
    return { at: this.#at, of: Math.max(this.#tip, this.#at) };
  }

  tip(signal: AbortSignal): Promise<Slot> {
    return retrying(
      async () =>
        asNatural(await this.#rpc.call("getSlot", [CONFIRMED], signal), "slot"),
      this.#policy,
      signal,
    );
  }

  /** The first block the node still has: local nodes throw old ones away. */
  firstBlock(signal: AbortSignal): Promise<Slot> {
    return retrying(
      async () => {
        const answer = await this.#rpc.call(
          "getFirstAvailableBlock",
          [],
          signal,
        );
        return asNatural(answer, "slot");
      },
      this.#policy,
      signal,
    );
  }

  async *blocks(after: Slot, signal: AbortSignal): AsyncGenerator<Block> {
    this.#at = Math.max(after, 0);
    // Whoever stops reading early also stops the requests under way.
    const done = new AbortController();
    const alive = AbortSignal.any([signal, done.signal]);
    const slots = this.#slotsWithBlocks(after, alive);
    const fetched = mapAhead(slots, this.#window, (slot) =>
      this.#block(slot, alive),
    );
    try {
      for await (const block of fetched) {
        if (!block) continue;
        this.#at = block.slot;
        yield block;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      done.abort();
    }
  }

  /** Asks the node which slots hold a block: near the tip a skipped slot cannot be told from a late one by asking for it. */
  async *#slotsWithBlocks(
    after: Slot,
    signal: AbortSignal,
  ): AsyncGenerator<Slot> {
    let next = after + 1;
    for (;;) {
      this.#tip = await this.tip(signal);
      while (next <= this.#tip) {
        const end = Math.min(this.#tip, next + RANGE - 1);
        const slots = await this.#listBlocks(next, end, signal);
        yield* slots;
        // Up to the last one listed the answer is complete; what follows it at the tip may only be late.
        const last = slots.at(-1) ?? next - 1;
        next = (end < this.#tip ? end : last) + 1;
        if (end === this.#tip) break;
      }
      await sleep(this.#pollMs, undefined, { signal });
    }
  }

  #listBlocks(
    from: Slot,
    to: Slot,
    signal: AbortSignal,
  ): Promise<readonly Slot[]> {
    return retrying(
      async () => {
        const params = [from, to, CONFIRMED];
        const answer = await this.#rpc.call("getBlocks", params, signal);
        return asList(answer, "getBlocks").map((s) => asNatural(s, "slot"));
      },
      this.#policy,
      signal,
    );
  }

  /** Null for a slot that turns out to hold no block. */
  async #block(slot: Slot, signal: AbortSignal): Promise<Block | null> {
    const isFinal = (error: unknown): boolean =>
      error instanceof RpcError &&
      [CLEANED_UP, SKIPPED, SKIPPED_IN_LONG_TERM_STORAGE].includes(error.code);
    try {
      return await retrying(
        () => this.#askBlock(slot, signal),
        { ...this.#policy, isFinal },
        signal,
      );
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.code !== CLEANED_UP) return null;
      throw new BlockGone(
        `${this.description} no longer has the block of slot ${slot}: ${error.message}`,
        { cause: error },
      );
    }
  }

  async #askBlock(slot: Slot, signal: AbortSignal): Promise<Block> {
    const params = [slot, BLOCK_OPTIONS];
    const answer = await this.#rpc.call("getBlock", params, signal);
    return readJsonBlock(slot, answer);
  }
}

function retryPolicy(options: RpcSourceOptions): RetryPolicy {
  const { firstPauseMs = 200, onRetry } = options;
  return { firstPauseMs, longestPauseMs: 10_000, ...(onRetry && { onRetry }) };
}
