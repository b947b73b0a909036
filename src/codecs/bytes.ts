import { asAddress, type Address } from "../domain/values.ts";
import { decodeBase58 } from "./base58.ts";
import { DecodeError } from "./reader.ts";

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** For short ranges, copying is faster than creating a Buffer view. */
const scratch = Buffer.allocUnsafe(256);

/** Bytes as a string of the same length, for keys of a Map or Set. */
export function mapKey(bytes: Uint8Array): string {
  if (bytes.length > scratch.length)
    return Buffer.from(bytes).toString("latin1");
  scratch.set(bytes);
  return scratch.toString("latin1", 0, bytes.length);
}

export function parseAddress(text: string): Address {
  const bytes = decodeBase58(text, 32);
  if (!bytes) throw new DecodeError(`"${text}" is not a base58 address`);
  return asAddress(bytes);
}
