import { Type, type TSchema } from "typebox";

// What answers look like. These describe the text that `render/` writes when an item is stored.

export const U64_MAX = 2n ** 64n - 1n;

/** `what` it is, which documents and clients show beside the type. */
const base58 = (bytes: number, what: string) =>
  Type.String({ description: `${what}; base58 of ${bytes} bytes` });
const key = (what: string) => base58(32, what);
const base64 = (what: string) =>
  Type.String({ description: `${what}; base64 with padding` });
/** The description stands at the choice, where a reader looks for it. */
export const orNull = (schema: TSchema) =>
  Type.Union([schema, Type.Null()], descriptionOf(schema));
/** Number(U64_MAX) is the nearest a JavaScript number comes; the OpenAPI document prints every digit. */
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

const slotOf = (description: string) =>
  Type.Integer({ minimum: 0, description });
export const slot = slotOf("the last indexed slot, which the answer describes");

const accountData = closed(
  {
    discriminator: u64(
      "the first 8 bytes, which say what kind of account it is, as a little-endian integer",
    ),
    data: base64("the data after the discriminator"),
    dataHash: key("the hash of the data that is part of the account's hash"),
  },
  "what a program keeps in the account; null when it only holds lamports",
);
const beforeTree = {
  hash: key("names this state of the account; another one after every change"),
  address: orNull(
    key(
      "stays the same while the account changes; null for accounts without one, as those of tokens",
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
  slotCreated: slotOf("the slot of the transaction that made the account"),
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
  "where in which tree the account is, as instructions that spend it name it",
);

export const accountV2 = closed(
  {
    ...beforeTree,
    ...afterTree,
    proveByIndex: Type.Boolean({
      description:
        "whether the account still waits in the output queue, so that its index proves it",
    }),
    merkleContext,
  },
  "an unspent compressed account, and where in which tree it is",
);

const tokenData = closed(
  {
    mint: key("the mint of the tokens"),
    owner: key("the wallet that owns the tokens"),
    amount: u64("tokens in the mint's smallest unit"),
    delegate: orNull(key("who may spend the tokens beside the owner")),
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
  "a compressed token account, and where in which tree it is",
);

const signatureFields = {
  signature: base58(64, "the transaction's first signature, which names it"),
  slot: slotOf("the slot of the transaction"),
  blockTime: Type.Integer({
    description: "when its block was made, in unix seconds",
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
      description: "always null: failed ones are not listed",
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
  "what an owner holds of one mint",
);

export const queue = closed(
  {
    tree: key("the V2 tree"),
    queue: key("the queue: an account of its own, or in the tree"),
    queueType: Type.Enum([3, 4, 5], {
      description:
        "what waits in it: 3 nullifiers, 4 new addresses, 5 new accounts",
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
      openedAccounts: shown(opened, "accounts that the transaction made"),
    },
    "what the transaction did to compressed accounts",
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
            "what getTransaction of the node answers, encoding base64; null when there is no such transaction",
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
      "what stands in the tree for the account since; zeros in V1 trees",
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
    rentEpoch: u64("the epoch at which rent is due next, as the node tells it"),
    space: count("the length of the data in bytes"),
  },
  "an account as a Solana node shows it",
);
const cold = orNull(
  listOf(
    accountV2,
    "the compressed accounts that count; null when there are none",
  ),
);
export const accountInterface = closed(
  {
    key: key("the key that was asked for"),
    account: onChainAccount,
    cold,
  },
  "an account wherever it is, as one",
);

const tokensOnChain = (program: string) =>
  orNull(
    closed(
      {
        address: key("the associated token account"),
        amount: u64("tokens in it, in the mint's smallest unit"),
      },
      `the associated account of ${program} on chain; null when there is none or it does not count`,
    ),
  );
export const ataInterface = closed(
  {
    key: key("the associated token account that the answer is about"),
    owner: key("the wallet that was asked for"),
    mint: key("the mint that was asked for"),
    mode: Type.Enum(["auto", "light", "spl", "token2022"], {
      description: "the program that was asked for; auto when none was",
    }),
    wrap: Type.Boolean({
      description: "whether what SPL Token and Token-2022 hold counts too",
    }),
    addresses: closed(
      {
        light: key("of the light token program"),
        spl: key("of SPL Token"),
        token2022: key("of Token-2022"),
        canonical: key("of the program that was asked for"),
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
      "what of it is on chain",
    ),
  },
  "what an owner holds of a mint, as one token account",
);

/** The shapes that documents and clients call by name. */
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
  Queue: queue,
  OnChainAccount: onChainAccount,
  AccountInterface: accountInterface,
  AtaInterface: ataInterface,
};

/** An answer together with the slot it describes. */
export function withContext(value: TSchema) {
  const context = closed({ slot }, "the state that the answer shows");
  return closed({ context, value });
}

export function pageSchema(item: TSchema, list = "items") {
  const cursor = Type.String({
    description:
      "sent back with the next call, gives the next page; null at the end of the list",
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
  leafIndex: count("its leaf in the tree"),
});
