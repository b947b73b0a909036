import { Type, type TSchema } from "typebox";

// What answers look like. These describe the text that `render/` writes when an item is stored.

export const U64_MAX = 2n ** 64n - 1n;

const base58 = (bytes: number) =>
  Type.String({ description: `base58 of ${bytes} bytes` });
const base64 = () => Type.String({ description: "base64 with padding" });
export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
/** Number(U64_MAX) is the nearest a JavaScript number comes; the OpenAPI document prints every digit. */
export const u64 = () =>
  Type.Integer({ minimum: 0, maximum: Number(U64_MAX), format: "uint64" });
const count = () => Type.Integer({ minimum: 0 });
export const closed = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false });

export const slot = Type.Integer({ minimum: 0, description: "a slot" });
const leafIndex = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 });

const beforeTree = {
  hash: base58(32),
  address: orNull(base58(32)),
  data: orNull(
    closed({ discriminator: u64(), data: base64(), dataHash: base58(32) }),
  ),
  owner: base58(32),
  lamports: u64(),
};
const afterTree = { leafIndex, seq: orNull(u64()), slotCreated: slot };

export const account = closed({
  ...beforeTree,
  tree: base58(32),
  ...afterTree,
});

const merkleContext = closed({
  treeType: Type.Enum([1, 2, 3, 4], {
    description: "1 state V1, 2 address V1, 3 state V2, 4 address V2",
  }),
  tree: base58(32),
  queue: base58(32),
  cpiContext: Type.Null(),
  nextTreeContext: Type.Null(),
});

export const accountV2 = closed({
  ...beforeTree,
  ...afterTree,
  proveByIndex: Type.Boolean({
    description: "whether the account still waits in the output queue",
  }),
  merkleContext,
});

const tokenData = closed({
  mint: base58(32),
  owner: base58(32),
  amount: u64(),
  delegate: orNull(base58(32)),
  state: Type.Enum(["initialized", "frozen"]),
  tlv: orNull(base64()),
});

export const tokenAccount = closed({ account, tokenData });
export const tokenAccountV2 = closed({ account: accountV2, tokenData });

const signatureFields = {
  signature: base58(64),
  slot,
  blockTime: Type.Integer({ description: "unix seconds" }),
};
export const signature = closed(signatureFields);
export const signatureWithError = closed({
  ...signatureFields,
  error: Type.Null(),
});

export const holder = closed({ owner: base58(32), balance: u64() });
export const tokenBalance = closed({ mint: base58(32), balance: u64() });

export const queue = closed({
  tree: base58(32),
  queue: base58(32),
  queueType: Type.Enum([3, 4, 5], {
    description: "3 nullifiers, 4 new addresses, 5 new accounts",
  }),
  queueSize: count(),
});

const compressionInfo = (opened: TSchema, spent: TSchema) => {
  const shown = (shape: TSchema) =>
    Type.Array(
      closed({ account: shape, optionalTokenData: orNull(tokenData) }),
    );
  return closed({
    closedAccounts: shown(spent),
    openedAccounts: shown(opened),
  });
};

const transactionWith = (info: TSchema) =>
  closed({
    transaction: orNull(
      Type.Object(
        { slot, transaction: Type.Array(Type.String()) },
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
export const transactionWithInfoV2 = transactionWith(
  compressionInfo(
    accountV2,
    closed({ account: accountV2, nullifier: base58(32), txHash: base58(32) }),
  ),
);

const onChainAccount = closed({
  lamports: u64(),
  data: base64(),
  owner: base58(32),
  executable: Type.Boolean(),
  rentEpoch: u64(),
  space: count(),
});
export const accountInterface = closed({
  key: base58(32),
  account: onChainAccount,
  cold: orNull(Type.Array(accountV2)),
});

const tokensOnChain = orNull(closed({ address: base58(32), amount: u64() }));
export const ataInterface = closed({
  key: base58(32),
  owner: base58(32),
  mint: base58(32),
  mode: Type.Enum(["auto", "light", "spl", "token2022"]),
  wrap: Type.Boolean(),
  addresses: closed({
    light: base58(32),
    spl: base58(32),
    token2022: base58(32),
    canonical: base58(32),
  }),
  account: onChainAccount,
  cold: orNull(Type.Array(accountV2)),
  hot: closed({
    light: tokensOnChain,
    spl: tokensOnChain,
    token2022: tokensOnChain,
  }),
});

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
  return closed({ context: closed({ slot }), value });
}

export function pageSchema(item: TSchema, list = "items") {
  const cursor = Type.String({ description: "null at the end of the list" });
  return withContext(
    closed({ [list]: Type.Array(item), cursor: orNull(cursor) }),
  );
}
