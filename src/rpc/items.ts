import { Type, type TSchema } from "typebox";

// The schemas of answers. They describe the text that `render/` writes when an item is stored.

export const U64_MAX = 2n ** 64n - 1n;

/** `what` describes the value; documents and clients show it beside the type. */
export const base58 = (bytes: number, what: string) =>
  Type.String({ description: `${what}; base58 of ${bytes} bytes` });
const key = (what: string) => base58(32, what);
const base64 = (what: string) =>
  Type.String({ description: `${what}; base64 with padding` });
/** The description is attached to the union, where readers look for it. */
export const orNull = (schema: TSchema) =>
  Type.Union([schema, Type.Null()], descriptionOf(schema));
/** Number(U64_MAX) is the nearest JavaScript number; the OpenAPI document prints every digit. */
export const u64 = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number(U64_MAX),
    format: "uint64",
    description,
  });
const count = (description: string) =>
  Type.Integer({ minimum: 0, description });
export const closed = (
  properties: Record<string, TSchema>,
  description?: string,
) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description && { description }),
  });
const listOf = (item: TSchema, description: string) =>
  Type.Array(item, { description });

function descriptionOf(schema: TSchema): { description?: string } {
  const { description } = schema as { description?: string };
  return description === undefined ? {} : { description };
}

export const slotOf = (description: string) =>
  Type.Integer({ minimum: 0, description });
export const slot = slotOf("the last indexed slot, which the answer describes");

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

const merkleContext = closed(
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

const tokenData = closed(
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

const onChainAccount = closed(
  {
    lamports: u64("lamports in the account"),
    data: base64("the account's data"),
    owner: key("the program that owns the account"),
    executable: Type.Boolean({
      description: "whether the account is a program",
    }),
    rentEpoch: u64(
      "the epoch at which rent is due next, as the node reports it",
    ),
    space: count("the length of the data in bytes"),
  },
  "an account as a Solana node shows it",
);
const cold = orNull(
  listOf(
    accountV2,
    "the compressed accounts that are included; null when there are none",
  ),
);
export const accountInterface = closed(
  {
    key: key("the requested key"),
    account: onChainAccount,
    cold,
  },
  "one view of an account on chain, compressed, or both",
);

const tokensOnChain = (program: string) =>
  orNull(
    closed(
      {
        address: key("the associated token account"),
        amount: u64("tokens in it, in the mint's smallest unit"),
      },
      `the associated account of ${program} on chain; null when there is none or it is not included`,
    ),
  );
export const ataInterface = closed(
  {
    key: key("the associated token account shown"),
    owner: key("the requested wallet"),
    mint: key("the requested mint"),
    mode: Type.Enum(["auto", "light", "spl", "token2022"], {
      description: "the requested program; auto when none was requested",
    }),
    wrap: Type.Boolean({
      description: "whether accounts of SPL Token and Token-2022 are included",
    }),
    addresses: closed(
      {
        light: key("of the light token program"),
        spl: key("of SPL Token"),
        token2022: key("of Token-2022"),
        canonical: key("of the requested program"),
      },
      "the associated token accounts of owner and mint",
    ),
    account: onChainAccount,
    cold,
    hot: closed(
      {
        light: tokensOnChain("the light token program"),
        spl: tokensOnChain("SPL Token"),
        token2022: tokensOnChain("Token-2022"),
      },
      "the on-chain part",
    ),
  },
  "an owner's tokens of a mint, as one token account",
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

/** The shapes that documents and clients refer to by name. */
export const NAMED_SHAPES: Readonly<Record<string, TSchema>> = {
  Account: account,
  AccountV2: accountV2,
  MerkleContext: merkleContext,
  TokenData: tokenData,
  TokenAccount: tokenAccount,
  TokenAccountV2: tokenAccountV2,
  Signature: signature,
  SignatureWithError: signatureWithError,
  Holder: holder,
  TokenBalance: tokenBalance,
  TokenChange: tokenChange,
  Queue: queue,
  OnChainAccount: onChainAccount,
  AccountInterface: accountInterface,
  AtaInterface: ataInterface,
};

/** A result together with the slot it describes. */
export function withContext(value: TSchema) {
  const context = closed({ slot }, "the state that the answer describes");
  return closed({ context, value });
}

export function pageSchema(item: TSchema, list = "items") {
  const cursor = Type.String({
    description:
      "pass it to the next call to get the next page; null at the end of the list",
  });
  return withContext(
    closed(
      { [list]: listOf(item, "the items of the page"), cursor: orNull(cursor) },
      "a page of the list",
    ),
  );
}

export const queuedLeaf = closed({
  hash: key("the hash of the spent account"),
  queueIndex: count("its place in the nullifier queue"),
  leafIndex: count("its leaf index in the tree"),
});
