// Fixed-size byte values. The brand only exists in the type system: at run time each is a Uint8Array.

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** 32 bytes: the hash of a compressed account, of its data, or of a transaction. */
export type Hash = Branded<Uint8Array, "Hash">;
/** 32 bytes: a public key, a program, a mint, a tree or the address of a compressed account. */
export type Address = Branded<Uint8Array, "Address">;
/** 64 bytes: the first signature of a transaction, which is its id. */
export type Signature = Branded<Uint8Array, "Signature">;
/** Slots stay below 2^53 for 100 million years, so a number is exact. */
export type Slot = number;

export function asHash(bytes: Uint8Array): Hash {
  assertLength(bytes, 32, "a hash");
  return bytes as Hash;
}

export function asAddress(bytes: Uint8Array): Address {
  assertLength(bytes, 32, "an address");
  return bytes as Address;
}

export function asSignature(bytes: Uint8Array): Signature {
  assertLength(bytes, 64, "a signature");
  return bytes as Signature;
}

function assertLength(bytes: Uint8Array, length: number, what: string): void {
  if (bytes.length !== length) {
    throw new RangeError(`${what} has ${length} bytes, not ${bytes.length}`);
  }
}
