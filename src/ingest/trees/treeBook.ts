import { mapKey } from "../../codecs/bytes.ts";
import type { Tree } from "../../domain/tree.ts";
import type { Address } from "../../domain/values.ts";

/** The indexed trees, by their own key and by the key of their queue. */
export class TreeBook {
  readonly #byTree = new Map<string, Tree>();
  readonly #byQueue = new Map<string, Tree>();

  constructor(trees: Iterable<Tree> = []) {
    for (const tree of trees) this.add(tree);
  }

  /** Adding a tree again replaces its entry. */
  add(tree: Tree): void {
    const before = this.#byTree.get(mapKey(tree.tree));
    if (before) this.#byQueue.delete(mapKey(before.queue));
    this.#byTree.set(mapKey(tree.tree), tree);
    this.#byQueue.set(mapKey(tree.queue), tree);
  }

  find(treeOrQueue: Address): Tree | null {
    const key = mapKey(treeOrQueue);
    return this.#byTree.get(key) ?? this.#byQueue.get(key) ?? null;
  }

  [Symbol.iterator](): IterableIterator<Tree> {
    return this.#byTree.values();
  }
}
