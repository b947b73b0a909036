// Addresses that a program derives from seeds. They lie off the curve, so they have no private key.
import { sha256 } from "@noble/hashes/sha2.js";
import { asAddress, type Address } from "../domain/values.ts";

const SUFFIX = Buffer.from("ProgramDerivedAddress");

/** The address with the highest bump that lies off the curve. Half of all hashes do, so a few attempts find it. */
export function findProgramAddress(
  seeds: readonly Uint8Array[],
  program: Address,
): Address {
  for (let bump = 255; bump >= 0; bump--) {
    const parts = [...seeds, Uint8Array.of(bump), program, SUFFIX];
    const address = sha256(Buffer.concat(parts));
    if (!isOnCurve(address)) return asAddress(address);
  }
  throw new Error("no bump gives an address off the curve");
}

const P = 2n ** 255n - 19n;
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;

/** Whether 32 bytes are a point of edwards25519, as every public key is: x² = (y² − 1) / (d·y² + 1) has a root. */
export function isOnCurve(bytes: Uint8Array): boolean {
  const encoded = Buffer.from(bytes).reverse().toString("hex");
  const y = BigInt.asUintN(255, BigInt(`0x${encoded}`)) % P;
  const y2 = (y * y) % P;
  // A quotient is a square exactly if the product is, and a product needs no inverse.
  const product = ((y2 - 1n + P) * (D * y2 + 1n)) % P;
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
