import type { Slot } from "../../../domain/values.ts";
import type { RpcSource } from "../node/source.ts";
import type { BlockSource, LiveChain, Newest, SourceBlock } from "../source.ts";
import { LiveBlocks, type LiveOptions } from "./live.ts";

export interface GrpcSourceOptions extends LiveOptions {
  readonly description: string;
  /** After this long without a block (many slots), the node is asked. */
  readonly silenceMs?: number;
}

/**
 * New blocks from a stream. The node supplies the blocks before them, blocks that the stream omits, and all blocks
 * while it is down. Neither decides the order of blocks: the reader checks the links.
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
  ): AsyncGenerator<SourceBlock> {
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
  ): AsyncGenerator<SourceBlock> {
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
      // The stream is already past the node's answer. The block's link will show whether that is a gap or a fork.
      if (next && stream.peek(last) === next) {
        stream.take();
        yield next;
        last = next.slot;
      }
    }
  }

  /** Returns false if the stream has sent nothing for so long that the node should be asked. */
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

/** Whether the stream has sent the block that the node just returned, so that it will also send the next ones. */
function isBack(stream: LiveBlocks, last: Slot): boolean {
  return (stream.newest?.slot ?? -1) >= last;
}
