import { sameBytes } from "../../codecs/bytes.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { accountHash } from "../../codecs/hashing/accountHash.ts";
import { sha256ToField } from "../../codecs/hashing/hashToField.ts";
import { tokenDataHash } from "../../codecs/hashing/tokenDataHash.ts";
import { DecodeError } from "../../codecs/reader.ts";
import { TokenDiscriminator } from "../../codecs/accounts/token.ts";
import type { Account } from "../../domain/account.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Hash } from "../../domain/values.ts";

/** Throws unless the account's contents match its hash, and a token account's data its data hash. */
export function assertHashes(account: Account): void {
  if (!sameBytes(accountHash(account), account.hash))
    throw mismatch(account, "account hash");
  const hashes = possibleDataHashes(account);
  const { data } = account;
  if (!data || hashes.length === 0) return;
  if (!hashes.some((hash) => sameBytes(hash(), data.dataHash)))
    throw mismatch(account, "data hash");
}

function mismatch({ hash }: Account, which: string): DecodeError {
  const name = encodeBase58(hash);
  return new DecodeError(`the ${which} of account ${name} does not match`);
}

/** Null for accounts of other programs, which hash their data in their own ways. */
function possibleDataHashes({
  token,
  data,
  treeType,
}: Account): readonly (() => Hash)[] {
  if (!token || !data) return [];
  const littleEndian = () => tokenDataHash(token, true);
  const bigEndian = () => tokenDataHash(token, false);
  if (data.discriminator === TokenDiscriminator.V3)
    return [() => sha256ToField(data.data)];
  if (data.discriminator === TokenDiscriminator.V2) return [bigEndian];
  // Early programs created V1 token accounts in V2 trees, with the byte order of V2.
  return treeType === TreeType.StateV2
    ? [bigEndian, littleEndian]
    : [littleEndian];
}
