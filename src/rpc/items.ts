// The schemas of items and of the parts that items share.
import { Type, type TSchema } from "typebox";
import {
  base58,
  base64,
  closed,
  count,
  key,
  listOf,
  orNull,
  slotOf,
  u64,
  U64_MAX,
} from "./schemas.ts";

const accountData = closed(
  {
    discriminator: u64(
      "the first 8 bytes, which identify the kind of account, as a little-endian integer",
    ),
    data: base64("the data after the discriminator"),
    dataHash: key("the hash of the data that is part of the account's hash"),
  },
  "the program's data; null when the account only holds lamports",
);
const beforeTree = {
  hash: key(
    "identifies this state of the account; every change gives a new hash",
  ),
  address: orNull(
    key(
      "stays the same while the account changes; null for accounts without one, such as token accounts",
    ),
  ),
  data: orNull(accountData),
  owner: key("the program or wallet that may spend the account"),
  lamports: u64("lamports in the account"),
};
const afterTree = {
  leafIndex: Type.Integer({
    minimum: 0,
    maximum: 2 ** 32 - 1,
    description: "the account's place among the leaves of its tree",
  }),
  seq: orNull(
    u64(
      "the tree's sequence number when the account was appended; null in V2 trees",
    ),
  ),
  slotCreated: slotOf("the slot of the transaction that created the account"),
};

export const account = closed(
  {
    ...beforeTree,
    tree: key("the state tree that holds the account"),
    ...afterTree,
  },
  "an unspent compressed account",
);

export const merkleContext = closed(
  {
    treeType: Type.Enum([1, 2, 3, 4], {
      description:
        "the kind of tree: 1 state V1, 2 address V1, 3 state V2, 4 address V2",
    }),
    tree: key("the state tree that holds the account"),
    queue: key(
      "the queue of that tree: of nullifiers in V1, of new accounts in V2",
    ),
    cpiContext: Type.Null({ description: "always null" }),
    nextTreeContext: Type.Null({ description: "always null" }),
  },
  "the account's position in its tree, as instructions that spend it need it",
);

export const accountV2 = closed(
  {
    ...beforeTree,
    ...afterTree,
    proveByIndex: Type.Boolean({
      description:
        "true while the account waits in the output queue and its index proves it",
    }),
    merkleContext,
  },
  "an unspent compressed account, and its position in its tree",
);

export const tokenData = closed(
  {
    mint: key("the mint of the tokens"),
    owner: key("the wallet that owns the tokens"),
    amount: u64("tokens in the mint's smallest unit"),
    delegate: orNull(key("a key that may spend the tokens besides the owner")),
    state: Type.Enum(["initialized", "frozen"], {
      description: "frozen tokens cannot be spent",
    }),
    tlv: orNull(base64("extensions of the token account")),
  },
  "the data of a compressed token account, decoded",
);

export const tokenAccount = closed(
  { account, tokenData },
  "a compressed token account",
);
export const tokenAccountV2 = closed(
  { account: accountV2, tokenData },
  "a compressed token account, and its position in its tree",
);

const signatureFields = {
  signature: base58(
    64,
    "the transaction's first signature, which identifies it",
  ),
  slot: slotOf("the slot of the transaction"),
  blockTime: Type.Integer({
    description: "the time of its block, in unix seconds",
  }),
};
export const signature = closed(
  signatureFields,
  "a transaction by its signature",
);
export const signatureWithError = closed(
  {
    ...signatureFields,
    error: Type.Null({
      description: "always null: failed transactions are not listed",
    }),
  },
  "a transaction by its signature",
);

export const holder = closed(
  {
    owner: key("the wallet that owns the tokens"),
    balance: u64("the sum over the owner's unspent token accounts of the mint"),
  },
  "an owner of a mint",
);
export const tokenBalance = closed(
  {
    mint: key("the mint of the tokens"),
    balance: u64("the sum over the owner's unspent token accounts of the mint"),
  },
  "an owner's balance of one mint",
);

export const queue = closed(
  {
    tree: key("the V2 tree"),
    queue: key("the queue's account; for new addresses, the tree itself"),
    queueType: Type.Enum([3, 4, 5], {
      description:
        "what it holds: 3 nullifiers, 4 new addresses, 5 new accounts",
    }),
    queueSize: count("how many entries wait"),
  },
  "a queue of a V2 tree",
);

const compressionInfo = (opened: TSchema, spent: TSchema) => {
  const shown = (shape: TSchema, what: string) =>
    listOf(
      closed({ account: shape, optionalTokenData: orNull(tokenData) }),
      what,
    );
  return closed(
    {
      closedAccounts: shown(spent, "accounts that the transaction spent"),
      openedAccounts: shown(opened, "accounts that the transaction created"),
    },
    "the compressed accounts that the transaction spent and created",
  );
};

const transactionWith = (info: TSchema) =>
  closed({
    transaction: orNull(
      Type.Object(
        {
          slot: slotOf("the slot of the transaction"),
          transaction: Type.Array(Type.String(), {
            description:
              "the transaction in base64, and the name of the encoding",
          }),
        },
        {
          description:
            "the node's answer to getTransaction with encoding base64; null when there is no such transaction",
        },
      ),
    ),
    compressionInfo: info,
  });

export const transactionWithInfo = transactionWith(
  compressionInfo(account, account),
);
const spentAccountV2 = closed(
  {
    account: accountV2,
    nullifier: key(
      "the value that replaces the account's hash in the tree; zeros in V1 trees",
    ),
    txHash: key(
      "the hash of the transaction that is part of the nullifier; zeros in V1 trees",
    ),
  },
  "an account that was spent",
);
export const transactionWithInfoV2 = transactionWith(
  compressionInfo(accountV2, spentAccountV2),
);

export const tokenChange = closed(
  {
    ...signatureFields,
    owner: key("the wallet whose balance changed"),
    mint: key("the mint of the tokens"),
    change: Type.Integer({
      minimum: -Number(U64_MAX),
      maximum: Number(U64_MAX),
      format: "int65",
      description:
        "what the transaction changed the owner's balance of the mint by; never 0",
    }),
    balance: orNull(
      u64(
        "the owner's balance of the mint right after the transaction; null while blocks before it are missing",
      ),
    ),
  },
  "a change of an owner's balance of a mint",
);

export const queuedLeaf = closed({
  hash: key("the hash of the spent account"),
  queueIndex: count("its place in the nullifier queue"),
  leafIndex: count("its leaf index in the tree"),
});
