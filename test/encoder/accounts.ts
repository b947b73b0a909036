import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { accountHash } from "../../src/codecs/hashing/accountHash.ts";
import { sha256ToField } from "../../src/codecs/hashing/hashToField.ts";
import { tokenDataHash } from "../../src/codecs/hashing/tokenDataHash.ts";
import { TokenDiscriminator } from "../../src/codecs/accounts/token.ts";
import type {
  Account,
  AccountData,
  TokenData,
} from "../../src/domain/account.ts";
import { TreeType, type Tree } from "../../src/domain/tree.ts";
import type { Address } from "../../src/domain/values.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

/** The position of an account. `seq` is used for V1 trees only. */
export interface Place {
  readonly tree: Tree;
  readonly leafIndex: number;
  readonly seq?: bigint;
}

export interface AccountContent {
  readonly owner: Address;
  readonly lamports?: bigint;
  readonly address?: Address | null;
  readonly data?: AccountData | null;
}

export type TokenVersion = "V1" | "V2" | "V3";

export interface TokenAccountContent {
  readonly version: TokenVersion;
  readonly token: TokenData;
  readonly lamports?: bigint;
  readonly address?: Address | null;
}

/** An account with the hash of its contents. */
export function makeAccount(content: AccountContent, place: Place): Account {
  return finish(content, place, null);
}

/** A token account with the data, data hash and hash for its token data. */
export function makeTokenAccount(
  { version, token, lamports = 0n, address = null }: TokenAccountContent,
  place: Place,
): Account {
  const data = encodeTokenData(token);
  const discriminator = TokenDiscriminator[version];
  const littleEndian = version === "V1" && place.tree.type === TreeType.StateV1;
  const dataHash =
    version === "V3" ? sha256ToField(data) : tokenDataHash(token, littleEndian);
  const content = { owner: COMPRESSED_TOKEN, lamports, address };
  return finish(
    { ...content, data: { discriminator, data, dataHash } },
    place,
    token,
  );
}

function finish(
  { owner, lamports = 0n, address = null, data = null }: AccountContent,
  { tree, leafIndex, seq = 0n }: Place,
  token: TokenData | null,
): Account {
  const account = {
    owner,
    lamports,
    address,
    data,
    tree: tree.tree,
    queue: tree.queue,
    treeType: tree.type,
    leafIndex,
    seq: tree.type === TreeType.StateV1 ? seq : null,
    token,
  };
  return { ...account, hash: accountHash(account) };
}

export function encodeTokenData(token: TokenData): Uint8Array {
  const writer = new ByteWriter();
  writer.bytes(token.mint).bytes(token.owner).u64(token.amount);
  writer.option(token.delegate, (delegate) => writer.bytes(delegate));
  writer.u8(token.state === "frozen" ? 1 : 0);
  writer.option(token.tlv, (tlv) => writer.bytes(tlv));
  return writer.done();
}
