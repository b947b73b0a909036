import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import type { RpcSource } from "../rpc.ts";
import type { BlockSource, LiveChain, Newest } from "../source.ts";
import { LiveBlocks, type LiveOptions } from "./live.ts";

export interface GrpcSourceOptions extends LiveOptions {
  readonly description: string;
  /** How long without a block before the node is asked: many slots. */
  readonly silenceMs?: number;
}

/**
 * New blocks from a stream. What lies before them, what the stream leaves out, and everything while it is down comes
 * from the node; neither has a say in what follows what, which is for the reader to check.
 */
export class GrpcSource implements BlockSource {
  readonly chain: string;
  readonly description: string;
  readonly accounts;
  readonly ends = false;
  readonly live: LiveChain;
  readonly #node: RpcSource;
  readonly #options: GrpcSourceOptions;
  #stream: LiveBlocks | null = null;
  #at: Slot = 0;

  constructor(node: RpcSource, options: GrpcSourceOptions) {
    this.chain = node.chain;
    this.description = options.description;
    this.accounts = node.accounts;
    this.#node = node;
    this.#options = options;
    this.live = { ...node.live, newest: () => this.#newest() };
  }

  progress() {
    return { at: this.#at, of: Math.max(this.#newest()?.slot ?? 0, this.#at) };
  }

  async *blocks(
    after: Slot,
    signal: AbortSignal,
    upTo: Slot = Infinity,
  ): AsyncGenerator<Block> {
    if (upTo !== Infinity) {
      yield* this.#node.blocks(after, signal, upTo);
      return;
    }
    const done = new AbortController();
    const alive = AbortSignal.any([signal, done.signal]);
    const stream = new LiveBlocks(after, this.#options, alive);
    this.#stream = stream;
    this.#at = after;
    try {
      for await (const block of this.#merged(stream, after, alive)) {
        this.#at = block.slot;
        yield block;
      }
    } finally {
      done.abort();
    }
  }

  async *#merged(
    stream: LiveBlocks,
    after: Slot,
    signal: AbortSignal,
  ): AsyncGenerator<Block> {
    let last = after;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      const next = stream.peek(last);
      if (next && next.parentSlot <= last) {
        stream.take();
        yield next;
        last = next.slot;
        continue;
      }
      if (!next && (await this.#waitsFor(stream, last))) continue;
      const upTo = next ? next.parentSlot : Infinity;
      for await (const block of this.#node.blocks(last, signal, upTo)) {
        yield block;
        last = block.slot;
        if (!next && isBack(stream, last)) break;
      }
      if (isOver()) return; // and the node's answer may be cut short
      // The stream has come past the node's answer: whether that is a hole or a fork, its link will tell.
      if (next && stream.peek(last) === next) {
        stream.take();
        yield next;
        last = next.slot;
      }
    }
  }

  /** False when the stream has brought nothing for so long that the node should be asked. */
  async #waitsFor(stream: LiveBlocks, last: Slot): Promise<boolean> {
    const { silenceMs = 5_000 } = this.#options;
    const until = Date.now() + silenceMs;
    while (!stream.peek(last)) {
      const left = until - Date.now();
      if (left <= 0) return false;
      await stream.arrival(left);
    }
    return true;
  }

  #newest(): Newest | null {
    const [streamed, asked] = [this.#stream?.newest, this.#node.live.newest()];
    if (!streamed || !asked) return streamed ?? asked;
    return streamed.heardAt > asked.heardAt ? streamed : asked;
  }
}

/** The stream has brought what the node just gave, so it will bring what comes next. */
function isBack(stream: LiveBlocks, last: Slot): boolean {
  return (stream.newest?.slot ?? -1) >= last;
}
