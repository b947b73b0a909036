import assert from "node:assert/strict";
import { test } from "node:test";
import { TreeType } from "../../domain/tree.ts";
import { asAddress } from "../../domain/values.ts";
import { builtInTrees } from "./builtInTrees.ts";
import { TreeBook } from "./treeBook.ts";

const key = (fill: number) => asAddress(new Uint8Array(32).fill(fill));
const tree = { tree: key(1), queue: key(2), type: TreeType.StateV2 };

test("a tree is found by its own key and by its queue's key", () => {
  const book = new TreeBook([tree]);
  assert.equal(book.find(key(1)), tree);
  assert.equal(
    book.find(Buffer.from(key(2)) as unknown as typeof tree.queue),
    tree,
  );
  assert.equal(book.find(key(3)), null);
});

test("adding a tree again replaces its queue", () => {
  const book = new TreeBook([tree]);
  const again = { ...tree, queue: key(3) };
  book.add(again);
  assert.equal(book.find(key(2)), null);
  assert.equal(book.find(key(3)), again);
  assert.deepEqual([...book], [again]);
});

test("all built-in trees and queues are distinct", () => {
  const book = new TreeBook(builtInTrees);
  for (const each of builtInTrees) {
    assert.equal(book.find(each.tree), each);
    assert.equal(book.find(each.queue), each);
  }
});
