import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeBase58 } from "../codecs/base58.ts";
import { FoldedList } from "./foldedList.ts";
import { type ItemOf, LISTS } from "./lists.ts";

type Holder = ItemOf<"getCompressedMintTokenHolders">;

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** With leading zeros, which base58 writes as ones. */
const keys = fc.oneof(
  bytes,
  fc
    .nat(31)
    .chain((zeros) =>
      bytes.map((each) => each.map((byte, i) => (i < zeros ? 0 : byte))),
    ),
);
const u64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });

test("items are sorted as their bytes are", () => {
  const { key } = LISTS.getCompressedAccountsByOwner;
  const keyOf = (hash: Uint8Array) =>
    key({ hash: encodeBase58(hash) } as never);
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)];
      const order = x === y ? 0 : x < y ? -1 : 1;
      assert.equal(order, Buffer.compare(a, b));
    }),
  );
});

test("a list with changes folded into it equals the list sorted anew", () => {
  const balances = fc.uniqueArray(fc.tuple(keys, u64), {
    selector: ([owner]) => encodeBase58(owner),
    maxLength: 12,
  });
  const toHolders = (list: [Uint8Array, bigint][]): Holder[] =>
    list
      .toSorted(([a, x], [b, y]) =>
        x === y ? Buffer.compare(b, a) : x < y ? 1 : -1,
      )
      .map(([owner, balance]) => ({ owner: encodeBase58(owner), balance }));
  fc.assert(
    fc.property(
      balances,
      fc.array(fc.tuple(fc.nat(), u64)),
      balances,
      (first, edits, more) => {
        const before = toHolders(first);
        const now = new Map(before.map((holder) => [holder.owner, holder]));
        for (const [at, balance] of edits) {
          const { owner } = before[at % before.length] ?? {};
          if (owner) now.set(owner, { owner, balance });
        }
        for (const [owner, balance] of more) {
          const name = encodeBase58(owner);
          now.set(name, { owner: name, balance });
        }
        const changed = ({ owner, balance }: Holder, other?: Holder) =>
          other?.owner !== owner || other.balance !== balance;
        const was = new Map(before.map((holder) => [holder.owner, holder]));
        const removed = before.filter((each) =>
          changed(each, now.get(each.owner)),
        );
        const added = [...now.values()].filter((each) =>
          changed(each, was.get(each.owner)),
        );
        const list = new FoldedList("getCompressedMintTokenHolders", before);
        assert.ok(list.fold(removed, added));
        const expected = new FoldedList("getCompressedMintTokenHolders");
        expected.fold([], [...now.values()]);
        assert.deepEqual(list.items, expected.items);
        const keyOf = LISTS.getCompressedMintTokenHolders.key;
        const sorted = list.items.map(keyOf).toSorted().toReversed();
        assert.deepEqual(list.items.map(keyOf), sorted);
      },
    ),
  );
});

test("an item that reads differently keeps its place, and one that is not in the list is noticed", () => {
  const change = (place: number, balance: bigint | null) => ({
    ...{ signature: `s${place}`, slot: 7, blockTime: 0, owner: "o", mint: "m" },
    ...{ change: 1n, balance },
  });
  const items = [3, 2, 1].map((place) => change(place, null));
  const list = new FoldedList("getCompressedTokenHistory", items);
  assert.ok(list.fold([items[1]!], [change(2, 5n)]));
  assert.deepEqual(
    list.items.map(({ signature, balance }) => [signature, balance]),
    [
      ["s3", null],
      ["s2", 5n],
      ["s1", null],
    ],
  );
  assert.equal(list.fold([change(9, null)], []), false);
});
