import fc from "fast-check";
import type { Account, TokenData } from "../../src/domain/account.ts";
import { TreeType, type Tree } from "../../src/domain/tree.ts";
import {
  asAddress,
  asHash,
  asSignature,
  type Address,
  type Hash,
} from "../../src/domain/values.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { makeAccount, makeTokenAccount } from "./accounts.ts";
import type { Change } from "./change.ts";

const bytes = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size });

export const anyAddress = bytes(32).map(asAddress);
export const anySignature = bytes(64).map(asSignature);
/** Below the field order, like all values that the chain passes to Poseidon directly. */
export const anyHash = bytes(32).map((value) => asHash(value.fill(0, 0, 1)));
const anyDerivedAddress = bytes(32).map((value) =>
  asAddress(value.fill(0, 0, 1)),
);

/** Boundary values of 64-bit numbers: the limits of doubles and of signed integers. */
export const anyU64 = fc.oneof(
  fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
);

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary);

export const anyToken: fc.Arbitrary<TokenData> = fc.record({
  mint: anyAddress,
  owner: anyAddress,
  amount: anyU64,
  delegate: orNull(anyAddress),
  state: fc.constantFrom("initialized", "frozen"),
  tlv: orNull(fc.uint8Array({ minLength: 1, maxLength: 40 })),
});

const anyData = fc.record({
  // Data of arbitrary bytes. The owner is arbitrary, too, so these are not token accounts.
  discriminator: anyU64,
  data: fc.uint8Array({ maxLength: 200 }),
  dataHash: anyHash,
});

const anyContent = fc.record({
  owner: anyAddress,
  lamports: anyU64,
  address: orNull(anyDerivedAddress),
  data: orNull(anyData),
});

const anyTokenContent = fc.record({
  version: fc.constantFrom("V1", "V2", "V3"),
  token: anyToken,
  lamports: anyU64,
  address: orNull(anyDerivedAddress),
});

type Maker = (place: { tree: Tree; leafIndex: number; seq: bigint }) => Account;

/** Token accounts of every version. */
export const anyTokenMaker = anyTokenContent.map(
  (content): Maker =>
    (place) =>
      makeTokenAccount(content, place),
);

const anyMaker = fc.oneof(
  anyTokenMaker,
  anyContent.map(
    (content): Maker =>
      (place) =>
        makeAccount(content, place),
  ),
);

const stateTrees = (...types: readonly TreeType[]) =>
  builtInTrees.filter(({ type }) => types.includes(type));

/** New accounts in trees of these types. Leaf indexes and sequence numbers of each tree continue from an arbitrary start. */
export function anyCreated(
  types: readonly TreeType[],
  { maxLength = 5, maker = anyMaker } = {},
): fc.Arbitrary<Account[]> {
  const trees = stateTrees(...types);
  const output = fc.tuple(fc.constantFrom(...trees), maker);
  return fc
    .record({
      outputs: fc.array(output, { maxLength }),
      firstLeaf: fc.integer({ min: 0, max: 2 ** 32 - 1 - maxLength }),
      firstSeq: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n - BigInt(maxLength) }),
    })
    .map(({ outputs, firstLeaf, firstSeq }) => {
      const used = new Map<Tree, number>();
      return outputs.map(([tree, make]) => {
        const nth = used.get(tree) ?? 0;
        used.set(tree, nth + 1);
        const seq = firstSeq + BigInt(nth);
        return make({ tree, leafIndex: firstLeaf + nth, seq });
      });
    });
}

/** The changes a V1 event can contain. */
export const anyLoggedChange: fc.Arbitrary<Change> = fc.record({
  created: anyCreated([TreeType.StateV1]),
  spent: fc.uniqueArray(anyHash, { maxLength: 4, selector: hexOf }),
});

/** The changes a V2 event can contain, also in V1 trees. */
export const anyQueueChange: fc.Arbitrary<Required<Change>> = fc
  .record({
    created: anyCreated([TreeType.StateV1, TreeType.StateV2]),
    spent: fc.uniqueArray(
      fc.tuple(
        anyHash,
        orNull(fc.constantFrom(...stateTrees(TreeType.StateV2))),
      ),
      { maxLength: 5, selector: ([hash]) => hexOf(hash) },
    ),
    addresses: fc.array(anyDerivedAddress, { maxLength: 3 }),
    transactionHash: anyHash,
    firstIndex: fc.bigInt({ min: 0n, max: 2n ** 64n - 6n }),
  })
  .map(({ created, spent, addresses, transactionHash, firstIndex }) => {
    const place = placesFrom(firstIndex);
    const addressTree = stateTrees(TreeType.AddressV2)[0]!.tree;
    return {
      created,
      spent: spent.map(([hash]) => hash),
      nullifiers: spent.flatMap(([hash, tree]) =>
        tree ? [{ hash, transactionHash, ...place(tree.tree) }] : [],
      ),
      addresses: addresses.map((address) => ({
        address,
        ...place(addressTree),
      })),
    };
  });

/** Queue indexes of each tree, counted from `first`. */
function placesFrom(first: bigint) {
  const next = new Map<Address, bigint>();
  return (tree: Address) => {
    const queueIndex = next.get(tree) ?? first;
    next.set(tree, queueIndex + 1n);
    return { tree, queueIndex };
  };
}

function hexOf(hash: Hash): string {
  return Buffer.from(hash).toString("hex");
}
