import type { CompressedProof } from "../domain/prover.ts";

/** The order of the field of BN254's point coordinates. */
const BASE_FIELD =
  0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;

/** Flags in the first byte of a compressed point. */
const LARGER_Y = 0x80;
const INFINITY = 0x40;

/** The answer of `POST /prove`: points with hexadecimal coordinates, the imaginary part of `bs` first. */
export interface ProverAnswer {
  readonly ar: readonly [string, string];
  readonly bs: readonly [readonly [string, string], readonly [string, string]];
  readonly krs: readonly [string, string];
}

/**
 * The proof in the form of the programs: the first point is negated, and each point is its x and a flag for which of
 * the two y it has.
 */
export function compressProof({ ar, bs, krs }: ProverAnswer): CompressedProof {
  const [ax, ay] = pairOf(ar).map(coordinate);
  const [cx, cy] = pairOf(krs).map(coordinate);
  const [bx, by] = pairOf(bs).map((pair) => pairOf(pair).map(coordinate));
  return {
    a: compressed([ax!], [negated(ay!)]),
    b: compressed(bx!, by!),
    c: compressed([cx!], [cy!]),
  };
}

function pairOf<T>(parts: readonly T[]): readonly T[] {
  if (parts.length !== 2) throw new RangeError("not a pair");
  return parts;
}

function coordinate(text: string): bigint {
  const value = /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : BASE_FIELD;
  if (value >= BASE_FIELD) throw new RangeError("not a coordinate");
  return value;
}

function negated(y: bigint): bigint {
  return y === 0n ? 0n : BASE_FIELD - y;
}

/**
 * Takes the coordinates in one part, or in two with the imaginary one first. The first part that differs decides which
 * y is larger.
 */
function compressed(x: readonly bigint[], y: readonly bigint[]): Uint8Array {
  const bytes = Buffer.from(
    x.map((part) => part.toString(16).padStart(64, "0")).join(""),
    "hex",
  );
  const isInfinity = [...x, ...y].every((part) => part === 0n);
  const deciding = y.find((part) => part !== 0n) ?? 0n;
  if (isInfinity) bytes[0]! |= INFINITY;
  else if (deciding > negated(deciding)) bytes[0]! |= LARGER_Y;
  return Uint8Array.from(bytes);
}
