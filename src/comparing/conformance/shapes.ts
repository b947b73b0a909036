import { inspect } from "node:util";
import { isBase58 } from "./base58.ts";
import { assert } from "./probe.ts";

/** Whether a value has a type of the contract. */
export type Kind = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Kind | ObjectShape>>;
interface ObjectShape {
  readonly fields: Shape;
  readonly orNull: boolean;
}

const key: Kind = (value) => isBase58(value, 32);
const integer: Kind = (value) =>
  typeof value === "bigint"
    ? value >= 0n && value < 2n ** 64n
    : Number.isSafeInteger(value) && (value as number) >= 0;
const base64: Kind = (value) =>
  typeof value === "string" &&
  value.length % 4 === 0 &&
  /^[A-Za-z0-9+/]*={0,2}$/.test(value);
const orNull =
  (kind: Kind): Kind =>
  (value) =>
    value === null || kind(value);
const state: Kind = (value) => value === "initialized" || value === "frozen";

export const ACCOUNT: Shape = {
  hash: key,
  address: orNull(key),
  data: {
    fields: { discriminator: integer, data: base64, dataHash: key },
    orNull: true,
  },
  owner: key,
  lamports: integer,
  tree: key,
  leafIndex: integer,
  seq: orNull(integer),
  slotCreated: integer,
};

export const TOKEN_ACCOUNT: Shape = {
  account: { fields: ACCOUNT, orNull: false },
  tokenData: {
    fields: {
      mint: key,
      owner: key,
      amount: integer,
      delegate: orNull(key),
      state,
      tlv: orNull(base64),
    },
    orNull: false,
  },
};

export const SIGNATURE: Shape = {
  signature: (value) => isBase58(value, 64),
  slot: integer,
  blockTime: integer,
};

export const HOLDER: Shape = { owner: key, balance: integer };

/** Fails unless the value has exactly the fields of the shape, with the right types. */
export function assertShape(value: unknown, shape: Shape, path = ""): void {
  assert(
    typeof value === "object" && value !== null,
    `${path || "the item"} is no object`,
  );
  const fields = value as Readonly<Record<string, unknown>>;
  const extra = Object.keys(fields).find((name) => !Object.hasOwn(shape, name));
  assert(extra === undefined, `the field ${path}${extra ?? ""} is unknown`);
  for (const [name, kind] of Object.entries(shape)) {
    const at = `${path}${name}`;
    const found = fields[name];
    assert(found !== undefined, `the field ${at} is missing`);
    if (typeof kind === "function")
      assert(kind(found), `${at} is not of its kind: ${inspect(found)}`);
    else if (found !== null || !kind.orNull)
      assertShape(found, kind.fields, `${at}.`);
  }
}
