import type {
  BlockContext,
  ListChange,
  ListChanges,
  WatchedList,
} from "../../src/domain/listChange.ts";
import { RpcError } from "../../src/rpc/errors.ts";
import { aborted } from "../../src/service/aborted.ts";

/** Changes that a test makes, the same for every list. */
export class MadeChanges implements ListChanges {
  readonly made: ListChange[] = [];
  /** Changes up to this one are no longer kept. */
  forgotten = 0;
  #added = Promise.withResolvers<undefined>();

  /** Adds a change of one item in the next block. */
  add(change: Partial<ListChange> = {}): void {
    const slot = this.made.length + 1;
    this.made.push({
      context: contextAt(slot),
      ...{ removed: [], added: [`{"item":${slot}}`] },
      ...{ undone: false, more: false, id: String(slot) },
      ...change,
    });
    this.#added.resolve(undefined);
    this.#added = Promise.withResolvers();
  }

  async *follow(
    _list: WatchedList,
    from: BlockContext | null,
    signal: AbortSignal,
  ): AsyncGenerator<ListChange> {
    const isFrom = ({ context, more }: ListChange) =>
      !more && context.blockhash === from?.blockhash;
    let next = from ? this.made.findLastIndex(isFrom) + 1 : this.made.length;
    while (!signal.aborted) {
      if (next < this.forgotten) throw new RpcError("notKept", "too old");
      const change = this.made[next];
      if (change) yield change;
      else await Promise.race([this.#added.promise, aborted(signal)]);
      if (change) next++;
    }
  }
}

export const contextAt = (slot: number): BlockContext => ({
  slot,
  blockhash: `block${slot}`,
});
