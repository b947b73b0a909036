/** Order of the BN254 scalar field, in which Poseidon computes. */
export const FIELD_ORDER =
  0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

export function multiply(a: bigint, b: bigint): bigint {
  return (a * b) % FIELD_ORDER;
}

/** Extended Euclid; `value` must not be 0. */
export function invert(value: bigint): bigint {
  let [rest, next] = [FIELD_ORDER, value];
  let [sign, factor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [sign, factor] = [factor, sign - quotient * factor];
  }
  return sign < 0n ? sign + FIELD_ORDER : sign;
}
