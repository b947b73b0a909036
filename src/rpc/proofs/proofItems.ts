import { Type } from "typebox";
import { closed, key, orNull, u64 } from "../schemas.ts";

// The schemas of the answers of proof methods.

export const keys = (what: string) =>
  Type.Array(Type.String({ description: "base58 of 32 bytes" }), {
    description: what,
  });
export const index = (what: string) =>
  Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: what });
export const indexes = (what: string) =>
  Type.Array(index("an index"), { description: what });
const bytes = (count: number, what: string) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
    minItems: count,
    maxItems: count,
    description: `${what}; ${count} bytes`,
  });

const path = keys(
  "the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first",
);
const root = key("the tree's newest root, at which the path ends");
const rootSeq = u64("the tree's sequence number at that root");
const tree = key("the Merkle tree");
const byIndex = Type.Boolean({
  description:
    "true while the account waits in the output queue: its leaf index proves it, without a path",
});
export const treeType = Type.Enum([1, 2, 3, 4], {
  description: "1 state V1, 2 address V1, 3 state V2, 4 address V2",
});
const place = {
  treeType,
  tree,
  queue: key("the tree's queue; for V2 address trees, the tree itself"),
  cpiContext: Type.Null({
    description: "always null: an index does not know it",
  }),
};

export const accountProof = closed(
  {
    proof: path,
    root,
    leafIndex: index("the leaf index in the tree"),
    hash: key("the account's hash, which is the leaf"),
    merkleTree: tree,
    rootSeq,
  },
  "a proof that an account is in its tree",
);

export const accountProofV2 = closed(
  {
    proof: path,
    root,
    leafIndex: index("the leaf index in the tree"),
    hash: key(
      "the leaf at this index: the account's hash, or zero while the account waits in the queue",
    ),
    rootSeq,
    proveByIndex: byIndex,
    treeContext: closed(place, "the account's tree and queue"),
  },
  "a proof that an account is in its tree, or the index at which it will be",
);

export const newAddressProof = closed(
  {
    root,
    address: key("the address that is not in the tree"),
    lowerRangeAddress: key("the next lower address in the tree"),
    higherRangeAddress: key("the next higher address in the tree"),
    nextIndex: index("the leaf index of the next higher address"),
    proof: path,
    merkleTree: tree,
    rootSeq,
    lowElementLeafIndex: index("the leaf index of the next lower address"),
  },
  "a proof that an address is not in its tree",
);

const compressedProof = closed(
  {
    a: bytes(32, "the first point, negated"),
    b: bytes(64, "the second point"),
    c: bytes(32, "the third point"),
  },
  "a Groth16 proof over BN254, its points compressed",
);
const rootIndex = index("the root's index in the tree's root history");

export const validityProof = closed(
  {
    compressedProof,
    roots: keys("the root of each account's tree, then of each address's tree"),
    rootIndices: indexes("the roots' indexes in the trees' root histories"),
    leafIndices: indexes(
      "leaf indexes of the accounts, then of the next lower addresses",
    ),
    leaves: keys("hashes of the accounts, then the addresses"),
    merkleTrees: keys("the trees"),
  },
  "the proof and what it proves: accounts, then addresses, in the order requested",
);

const merkleContext = closed(
  {
    ...place,
    nextTreeContext: Type.Null({
      description: "always null: an index does not know it",
    }),
  },
  "where it is",
);

export const validityProofV2 = closed(
  {
    compressedProof: orNull(compressedProof),
    accounts: Type.Array(
      closed({
        hash: key("the account's hash"),
        root: key("the tree's root; zero for an account proven by its index"),
        rootIndex: closed(
          { rootIndex, proveByIndex: byIndex },
          "the root's index in the tree's root history",
        ),
        leafIndex: index("the account's leaf index in the tree"),
        merkleContext,
      }),
      { description: "in the order requested" },
    ),
    addresses: Type.Array(
      closed({ address: key("the address"), root, rootIndex, merkleContext }),
      { description: "in the order requested" },
    ),
  },
  "the proof (null when no account or address needs one) and what it proves",
);
