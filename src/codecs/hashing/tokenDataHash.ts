import type { TokenData } from "../../domain/account.ts";
import type { Hash } from "../../domain/values.ts";
import { u64Input } from "./accountHash.ts";
import { hashToField } from "./hashToField.ts";
import { poseidon } from "./poseidon.ts";

const FROZEN = new Uint8Array(32);
FROZEN[31] = 1;

/** The data hash of a V1 or V2 token account; V3 hashes the serialized bytes (`sha256ToField`). */
export function tokenDataHash(token: TokenData, littleEndian: boolean): Hash {
  const inputs: Uint8Array[] = [
    hashToField(token.mint),
    hashToField(token.owner),
    u64Input(token.amount, littleEndian),
  ];
  if (token.delegate) inputs.push(hashToField(token.delegate));
  if (token.state === "frozen") inputs.push(FROZEN);
  return poseidon(...inputs);
}
