import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeTokenData } from "../../../test/encoder/accounts.ts";
import { anyToken } from "../../../test/encoder/arbitraries.ts";
import { plain } from "../../../test/encoder/plain.ts";
import type { TokenData } from "../../domain/account.ts";
import { asAddress, asHash } from "../../domain/values.ts";
import { COMPRESSED_TOKEN } from "../programs.ts";
import {
  delegatedAmount,
  parseTokenData,
  TokenDiscriminator,
} from "./token.ts";

const dataHash = asHash(new Uint8Array(32));
const key = asAddress(new Uint8Array(32).fill(6));
const plainToken: TokenData = {
  mint: key,
  owner: key,
  amount: 1n,
  delegate: null,
  state: "initialized",
  tlv: null,
};
const bytes = encodeTokenData(plainToken);

function parse(data: Uint8Array, discriminator = 2n, owner = COMPRESSED_TOKEN) {
  return parseTokenData(owner, { discriminator, data, dataHash });
}

test("token data of every version survives encoding and decoding", () => {
  const version = fc.constantFrom(...Object.values(TokenDiscriminator));
  fc.assert(
    fc.property(anyToken, version, (token, discriminator) => {
      const parsed = parse(encodeTokenData(token), discriminator);
      assert.deepEqual(plain(parsed), plain(token));
    }),
  );
});

test("token data has the size the programs give it: 75 bytes, 107 with a delegate", () => {
  assert.equal(bytes.length, 75);
  assert.equal(encodeTokenData({ ...plainToken, delegate: key }).length, 107);
});

test("accounts with another owner or discriminator are not token accounts", () => {
  assert.equal(parse(bytes, 1n << 56n), null); // a compressed mint
  assert.equal(parse(bytes, 2n, key), null);
  assert.equal(parseTokenData(COMPRESSED_TOKEN, null), null);
});

test("data that ends after the state, or within the extensions' tag, has no extensions", () => {
  assert.equal(parse(bytes.subarray(0, 74))?.tlv, null);
  assert.equal(
    parse(Buffer.concat([bytes.subarray(0, 74), Buffer.of(1)]))?.tlv,
    null,
  );
  assert.equal(
    parse(Buffer.concat([bytes.subarray(0, 74), Buffer.of(7, 1)]))?.tlv,
    null,
  );
});

test("data that ends before the state is refused", () => {
  assert.throws(() => parse(bytes.subarray(0, 73)), /past the end/);
});

test("a delegate may spend the full amount unless a readable extension limits it", () => {
  const delegated = { ...plainToken, amount: 9n, delegate: key };
  const compressedOnly = Buffer.alloc(18);
  compressedOnly[0] = 31;
  compressedOnly.writeBigUInt64LE(4n, 1);
  const count = (n: number) => Buffer.of(n, 0, 0, 0);
  const tlv = (...parts: Buffer[]) => Buffer.concat(parts);
  const cases: [tlv: Uint8Array | null, amount: bigint][] = [
    [null, 9n],
    [tlv(count(1), compressedOnly), 4n],
    [tlv(count(3), Buffer.of(30, 1, 27), compressedOnly), 4n],
    [tlv(count(2), Buffer.of(19), compressedOnly), 9n], // of unknown size
    [tlv(count(1), compressedOnly.subarray(0, 8)), 9n],
    [tlv(count(0), compressedOnly), 9n],
    [Buffer.of(1), 9n],
  ];
  for (const [tlv, amount] of cases)
    assert.equal(delegatedAmount({ ...delegated, tlv }), amount);
  assert.equal(delegatedAmount({ ...plainToken, delegate: null }), 0n);
});
