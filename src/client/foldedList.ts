import { LISTS, type ItemOf, type ListName } from "./lists.ts";

interface Entry<Item> {
  readonly id: string;
  readonly key: string;
  readonly item: Item;
}

/** A list that changes are put into, sorted as its method sorts it. */
export class FoldedList<M extends ListName> {
  readonly #method: M;
  #entries: readonly Entry<ItemOf<M>>[] = [];

  constructor(method: M, items: Iterable<ItemOf<M>> = []) {
    this.#method = method;
    this.#entries = Array.from(items, (item) => this.#entry(item));
  }

  get items(): readonly ItemOf<M>[] {
    return this.#entries.map(({ item }) => item);
  }

  /** False if a removed item is not in the list: then the change belongs to another list. */
  fold(removed: readonly ItemOf<M>[], added: readonly ItemOf<M>[]): boolean {
    const gone = new Set(removed.map((item) => this.#entry(item).id));
    const came = new Map(
      added.map((item) => {
        const entry = this.#entry(item);
        return [entry.id, entry];
      }),
    );
    const kept: Entry<ItemOf<M>>[] = [];
    for (const entry of this.#entries) {
      if (!gone.delete(entry.id)) {
        kept.push(entry);
        continue;
      }
      // A changed item keeps its place, unless it is sorted elsewhere now.
      const now = came.get(entry.id);
      if (now?.key !== entry.key) continue;
      kept.push(now);
      came.delete(entry.id);
    }
    this.#entries = this.#merge(kept, [...came.values()]);
    return gone.size === 0;
  }

  #merge(
    kept: readonly Entry<ItemOf<M>>[],
    came: Entry<ItemOf<M>>[],
  ): readonly Entry<ItemOf<M>>[] {
    if (came.length === 0) return kept;
    const sign = LISTS[this.#method].descending ? -1 : 1;
    const before = (a: Entry<ItemOf<M>>, b: Entry<ItemOf<M>>) =>
      a.key === b.key ? 0 : a.key < b.key ? -sign : sign;
    const next = came.sort(before);
    const merged: Entry<ItemOf<M>>[] = [];
    let at = 0;
    for (const entry of kept) {
      while (at < next.length && before(next[at]!, entry) < 0)
        merged.push(next[at++]!);
      merged.push(entry);
    }
    return [...merged, ...next.slice(at)];
  }

  #entry(item: ItemOf<M>): Entry<ItemOf<M>> {
    const { id, key } = LISTS[this.#method];
    return { id: id(item), key: key(item), item };
  }
}
