// Accounts of mints and their metadata, by the layouts of SPL Token, Token-2022 and Metaplex.
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { parseAddress } from "../../src/codecs/bytes.ts";
import {
  METAPLEX,
  metaplexAddress,
} from "../../src/codecs/accounts/mintAccount.ts";
import {
  COMPRESSED_TOKEN,
  SPL_TOKEN,
  TOKEN_2022,
} from "../../src/codecs/programs.ts";
import type { Address } from "../../src/domain/values.ts";
import type { NodeAccount } from "./simulatedNode.ts";

export interface Texts {
  readonly name: string | Uint8Array;
  readonly symbol: string;
  readonly uri: string;
}

const NOBODY = new Uint8Array(32);
const u16 = (value: number) => Buffer.of(value & 0xff, value >> 8);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function accountOf(
  pubkey: Address,
  owner: Address,
  data: Uint8Array,
): NodeAccount {
  return {
    pubkey: encodeBase58(pubkey),
    account: {
      owner: encodeBase58(owner),
      data: [Buffer.from(data).toString("base64"), "base64"],
    },
  };
}

function mintBytes(decimals: number): Buffer {
  const bytes = Buffer.alloc(82);
  bytes.writeUInt8(decimals, 44);
  bytes.writeUInt8(1, 45);
  return bytes;
}

function borshText(text: string | Uint8Array, padTo = 0): Buffer {
  const bytes = Buffer.from(text as string);
  const padding = Buffer.alloc(Math.max(padTo - bytes.length, 0));
  return Buffer.concat([u32(bytes.length + padding.length), bytes, padding]);
}

function metadataBytes(mint: Address, { name, symbol, uri }: Texts): Buffer {
  const texts = [name, symbol, uri].map((text) => borshText(text));
  return Buffer.concat([NOBODY, mint, ...texts, u32(0)]);
}

export function splMint(mint: Address, decimals: number): NodeAccount {
  return accountOf(mint, SPL_TOKEN, mintBytes(decimals));
}

export interface Extensions {
  readonly pointer?: Address | null;
  readonly texts?: Texts;
}

export function token2022Mint(
  mint: Address,
  decimals: number,
  { pointer, texts }: Extensions,
): NodeAccount {
  const entry = (type: number, value: Uint8Array) =>
    Buffer.concat([u16(type), u16(value.length), value]);
  return accountOf(
    mint,
    TOKEN_2022,
    Buffer.concat([
      mintBytes(decimals),
      Buffer.alloc(83),
      Buffer.of(1),
      entry(3, NOBODY), // another extension, which is skipped
      ...(pointer === undefined
        ? []
        : [entry(18, Buffer.concat([NOBODY, pointer ?? NOBODY]))]),
      ...(texts ? [entry(19, metadataBytes(mint, texts))] : []),
    ]),
  );
}

/** Metaplex pads its texts to their longest size. */
export function metaplexMetadata(mint: Address, texts: Texts): NodeAccount {
  return accountOf(
    metaplexAddress(mint),
    METAPLEX,
    Buffer.concat([
      ...[Buffer.of(4), NOBODY, mint],
      borshText(texts.name, 32),
      borshText(texts.symbol, 10),
      borshText(texts.uri, 200),
      Buffer.alloc(64),
    ]),
  );
}

/** An account of any program that keeps metadata as Token-2022 does. */
export function pointedMetadata(
  at: Address,
  mint: Address,
  texts: Texts,
): NodeAccount {
  const value = metadataBytes(mint, texts);
  const type = Buffer.of(112, 132, 90, 90, 11, 88, 157, 87);
  const data = Buffer.concat([type, u32(value.length), value]);
  return accountOf(
    at,
    parseAddress("SysvarC1ock11111111111111111111111111111111"),
    data,
  );
}

/** The data of a mint of the light token program, compressed or on chain. */
export function lightMintData(
  mint: Address,
  decimals: number,
  texts: Texts | null,
): Buffer {
  const extensions = texts
    ? [Buffer.of(1), u32(2), Buffer.of(7, 19), metadataBytes(mint, texts)]
    : [Buffer.of(0)];
  return Buffer.concat([
    mintBytes(decimals),
    ...[Buffer.of(3, 0), mint, NOBODY, Buffer.of(255)],
    Buffer.alloc(16),
    Buffer.of(1),
    Buffer.alloc(96),
    ...extensions,
  ]);
}

export function lightMint(
  mint: Address,
  decimals: number,
  texts: Texts | null,
): NodeAccount {
  const data = lightMintData(mint, decimals, texts);
  return accountOf(mint, COMPRESSED_TOKEN, data);
}
