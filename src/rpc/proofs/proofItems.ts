import { Type } from "typebox";
import { closed, orNull, u64 } from "../items.ts";

// What answers of the proof methods look like.

export const key = (what: string) =>
  Type.String({ description: `${what}; base58 of 32 bytes` });
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
const root = key("the tree's newest root, to which the path leads");
const rootSeq = u64("the tree's sequence number at that root");
const tree = key("the Merkle tree");
const byIndex = Type.Boolean({
  description:
    "whether the account still waits in the output queue: then it is proven by its leaf index, without a path",
});
const place = {
  treeType: Type.Enum([1, 2, 3, 4], {
    description: "1 state V1, 2 address V1, 3 state V2, 4 address V2",
  }),
  tree,
  queue: key("the tree's queue; of V2 address trees the tree itself"),
  cpiContext: Type.Null({ description: "not known to an index" }),
};

export const accountProof = closed(
  {
    proof: path,
    root,
    leafIndex: index("the leaf's place in the tree"),
    hash: key("the account's hash, which is the leaf"),
    merkleTree: tree,
    rootSeq,
  },
  "that an account is in its tree",
);

export const accountProofV2 = closed(
  {
    proof: path,
    root,
    leafIndex: index("the leaf's place in the tree"),
    hash: key(
      "what the tree holds there: the account's hash, or zero while it waits",
    ),
    rootSeq,
    proveByIndex: byIndex,
    treeContext: closed(place, "where the account is"),
  },
  "that an account is in its tree, or where it will be",
);

export const newAddressProof = closed(
  {
    root,
    address: key("the address that is not in the tree"),
    lowerRangeAddress: key("the nearest address below that is in the tree"),
    higherRangeAddress: key("the one that follows it in the tree"),
    nextIndex: index("the leaf index of the one that follows"),
    proof: path,
    merkleTree: tree,
    rootSeq,
    lowElementLeafIndex: index("the leaf index of the nearest address below"),
  },
  "that an address is not in its tree",
);

const compressedProof = closed(
  {
    a: bytes(32, "the first point, negated"),
    b: bytes(64, "the second point"),
    c: bytes(32, "the third point"),
  },
  "a Groth16 proof over BN254, its points compressed",
);
const rootIndex = index("the entry of the tree's root history with the root");

export const validityProof = closed(
  {
    compressedProof,
    roots: keys("of each account, then of each address: the tree's root"),
    rootIndices: indexes("the entries of the trees' root histories"),
    leafIndices: indexes(
      "leaf indexes of the accounts, then of the nearest addresses below",
    ),
    leaves: keys("hashes of the accounts, then the addresses"),
    merkleTrees: keys("the trees"),
  },
  "the proof and what it proves, accounts before addresses, as asked for",
);

const merkleContext = closed(
  {
    ...place,
    nextTreeContext: Type.Null({ description: "not known to an index" }),
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
          "the root, or that none is needed",
        ),
        leafIndex: index("the account's place in the tree"),
        merkleContext,
      }),
      { description: "as asked for" },
    ),
    addresses: Type.Array(
      closed({ address: key("the address"), root, rootIndex, merkleContext }),
      { description: "as asked for" },
    ),
  },
  "the proof, null when no account or address needs one, and what it proves",
);
