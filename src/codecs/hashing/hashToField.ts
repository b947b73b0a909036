import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { asHash, type Hash } from "../../domain/values.ts";

/** Keeps a result below the field order, which has 254 bits. */
function truncated(digest: Uint8Array): Hash {
  digest[0] = 0;
  return asHash(digest);
}

/** Maps a key to a field element: keccak of the bytes and a bump that is always 255. */
export function hashToField(...parts: readonly Uint8Array[]): Hash {
  return truncated(keccak_256(Buffer.concat([...parts, Uint8Array.of(255)])));
}

/** Maps data that is not hashed field by field to a field element. */
export function sha256ToField(bytes: Uint8Array): Hash {
  return truncated(sha256(bytes));
}
