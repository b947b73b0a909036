import { Type, type TSchema } from "typebox";

// What answers look like. These describe the text that `render/` writes when an item is stored.

export const U64_MAX = 2n ** 64n - 1n;

const base58 = (bytes: number) =>
  Type.String({ description: `base58 of ${bytes} bytes` });
const base64 = () => Type.String({ description: "base64 with padding" });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
/** Number(U64_MAX) is the nearest a JavaScript number comes; the OpenAPI document prints every digit. */
const u64 = () =>
  Type.Integer({ minimum: 0, maximum: Number(U64_MAX), format: "uint64" });
const closed = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false });

const slot = u64();

export const account = closed({
  hash: base58(32),
  address: orNull(base58(32)),
  data: orNull(
    closed({ discriminator: u64(), data: base64(), dataHash: base58(32) }),
  ),
  owner: base58(32),
  lamports: u64(),
  tree: base58(32),
  leafIndex: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
  seq: orNull(u64()),
  slotCreated: slot,
});

export const tokenAccount = closed({
  account,
  tokenData: closed({
    mint: base58(32),
    owner: base58(32),
    amount: u64(),
    delegate: orNull(base58(32)),
    state: Type.Enum(["initialized", "frozen"]),
    tlv: orNull(base64()),
  }),
});

export const signature = closed({
  signature: base58(64),
  slot,
  blockTime: Type.Integer({ description: "unix seconds" }),
});

export const holder = closed({ owner: base58(32), balance: u64() });

export function pageSchema(item: TSchema) {
  return closed({
    context: closed({ slot }),
    value: closed({
      items: Type.Array(item),
      cursor: orNull(
        Type.String({ description: "null at the end of the list" }),
      ),
    }),
  });
}
