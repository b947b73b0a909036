import assert from "node:assert/strict";
import { test } from "node:test";
import { asAddress, asHash } from "../../../domain/values.ts";
import { SharedPages } from "./sharedPages.ts";
import { EMPTY_PAGE, StoredPage } from "./storedPage.ts";
import { pageNumber, TreePage } from "./treePage.ts";
import type { MerkleTree } from "../treeStatus.ts";

const treeWith = (root: number, usable = true, key = 1) =>
  ({
    tree: asAddress(new Uint8Array(32).fill(key)),
    root: asHash(new Uint8Array(32).fill(root)),
    status: { usable },
  }) as MerkleTree;
const above = (position: number) => pageNumber(1, position);
const pages = (...numbers: readonly number[]) =>
  new Map(numbers.map((number) => [number, EMPTY_PAGE]));

test("pages above the leaves are kept for as long as their tree has the same root", () => {
  const shared = new SharedPages();
  shared.add(treeWith(1), pages(0, above(0), above(1)));
  assert.deepEqual([...shared.of(treeWith(1))!.keys()], [above(0), above(1)]);
  assert.equal(shared.of(treeWith(1, true, 2))!.size, 0);
  assert.equal(shared.of(treeWith(2))!.size, 0);
  assert.equal(shared.of(treeWith(1))!.size, 0);
});

test("a tree whose nodes may not match its root has no kept pages", () => {
  const shared = new SharedPages();
  shared.add(treeWith(1), pages(above(0)));
  assert.equal(shared.of(treeWith(1, false)), null);
});

test("no more than 2,000 pages are kept, and those of a former root do not count", () => {
  const shared = new SharedPages();
  for (let root = 1; root <= 5; root++)
    for (let page = 0; page < 1_500; page++)
      shared.add(treeWith(root), pages(above(page)));
  assert.equal(shared.of(treeWith(5))!.size, 1_500);
  for (let page = 0; page < 600; page++)
    shared.add(treeWith(1, true, 2), pages(above(page)));
  const sizes = [treeWith(5), treeWith(1, true, 2)].map(
    (tree) => shared.of(tree)!.size,
  );
  assert.ok(sizes[0]! + sizes[1]! <= 2_000, sizes.join(" and "));
  assert.ok(sizes[1]! > 0);
});

test("a stored page gives the nodes that were written", () => {
  const page = TreePage.empty();
  for (const slot of [0, 3, 15, 16, 29])
    page.nodes[slot] = new Uint8Array(32).fill(slot + 1);
  page.setNullified(3, true);
  const stored = new StoredPage(page.encode());
  for (let slot = 0; slot < 30; slot++) {
    const node = stored.node(slot);
    assert.deepEqual(
      node && [...node],
      page.node(slot) && [...page.node(slot)!],
    );
    assert.equal(stored.isNullified(slot), page.isNullified(slot));
  }
});
