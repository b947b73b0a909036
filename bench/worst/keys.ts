import { asAddress, asHash, asSignature } from "../../src/domain/values.ts";
import { keyBytes, type KeyKind } from "../state/keys.ts";

/** Below the order of the field, so that it can be hashed into a tree. */
const inField = (kind: KeyKind, index: number) => {
  const bytes = keyBytes(kind, index);
  bytes[0] = 0;
  return bytes;
};

export const hashOf = (index: number) => asHash(inField("hash", index));
export const addressOf = (index: number) =>
  asAddress(inField("address", index));
export const mintOf = (index: number) => asAddress(keyBytes("mint", index));
export const walletOf = (index: number) => asAddress(keyBytes("owner", index));
export const delegate = asAddress(keyBytes("delegate", 0));
export const signatureOf = (index: number) =>
  asSignature(keyBytes("signature", index, 64));

/** Owners with the most items of some kind; the numbers only distinguish them. */
export const programs = {
  /** Owns accounts in a V1 tree, each far from the next. */
  proven: asAddress(keyBytes("program", 1)),
  /** Owns a page of the largest accounts. */
  large: asAddress(keyBytes("program", 2)),
  /** Owns more accounts than a filter may look at. */
  many: asAddress(keyBytes("program", 3)),
  /** Replaces the account of one address again and again. */
  replaced: asAddress(keyBytes("program", 4)),
};
/** Holds a page of tokens of as many mints. */
export const collector = walletOf(0);
/** Holds a page of token accounts of one mint. */
export const hoarder = walletOf(1);
/** Is held by a page of owners. */
export const popularMint = mintOf(0);
export const replacedAddress = addressOf(10_000_000);
