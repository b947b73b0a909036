import { FIELD_ORDER } from "../field.ts";

// A field element is nine limbs of 29 bits, smallest first, each in 32 bits of memory. Products of limbs have 58 bits, so
// 64 of them fit in one 64-bit sum without a carry. Elements are in Montgomery form: `x` is kept as `x * 2^261` modulo
// the order. Between multiplications they are not reduced; anything below 2^261 is a valid operand.

export const LIMBS = 9;
export const LIMB_BITS = 29n;
export const LIMB_MASK = (1n << LIMB_BITS) - 1n;
export const ELEMENT_BYTES = 4 * LIMBS;

const RADIX = 1n << (LIMB_BITS * BigInt(LIMBS));

export function limbsOf(value: bigint): bigint[] {
  return Array.from(
    { length: LIMBS },
    (_, i) => (value >> (LIMB_BITS * BigInt(i))) & LIMB_MASK,
  );
}

export function toMontgomery(value: bigint): bigint {
  return (value * RADIX) % FIELD_ORDER;
}

export const ORDER_LIMBS = limbsOf(FIELD_ORDER);

/** -1 / order modulo 2^29: the factor that makes the lowest limb of a sum divisible. */
export const REDUCTION_FACTOR = (() => {
  let inverse = 1n;
  for (let bits = 1; bits < Number(LIMB_BITS); bits *= 2)
    inverse = (inverse * (2n - FIELD_ORDER * inverse)) & LIMB_MASK;
  return -inverse & LIMB_MASK;
})();
