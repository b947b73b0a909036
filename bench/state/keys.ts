// Generated keys: a number always gives the same bytes, so that no state is needed between runs.

/** Fills bytes from a 64-bit state (two xorshift-multiply halves): fast and evenly distributed, not cryptographic. */
export function fillBytes(bytes: Buffer, kind: number, index: number): Buffer {
  let a =
    Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(kind, 0x27d4eb2f);
  let b =
    Math.imul((index / 2 ** 32) | 0, 0x165667b1) ^ (index + kind * 0x51ed270b);
  for (let at = 0; at < bytes.length; at += 4) {
    a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    b = Math.imul(b ^ (b >>> 13), 0x297a2d39) + a;
    bytes.writeInt32LE((b ^ (b >>> 16)) | 0, at);
  }
  return bytes;
}

const kinds = {
  owner: 1,
  mint: 2,
  delegate: 3,
  program: 4,
  address: 5,
  hash: 6,
  signature: 7,
  dataHash: 8,
  data: 9,
};
export type KeyKind = keyof typeof kinds;

export function keyBytes(kind: KeyKind, index: number, size = 32): Buffer {
  return fillBytes(Buffer.allocUnsafeSlow(size), kinds[kind], index);
}
