// Verifies validity proofs as the programs on chain do: Groth16 over BN254, with the verifying keys of the prover's keys.
import { readFileSync } from "node:fs";
import { bn254 } from "@noble/curves/bn254.js";
import type { CompressedProof } from "../../src/domain/prover.ts";

const { Fp, Fp2, Fp12, Fr } = bn254.fields;
const G1 = bn254.G1.Point;
const G2 = bn254.G2.Point;
type PointG1 = InstanceType<typeof G1>;
type PointG2 = InstanceType<typeof G2>;

/** Points as uncompressed coordinates in hexadecimal, of G2 the imaginary part first. */
interface VerifyingKey {
  readonly alpha: string;
  readonly beta: string;
  readonly gamma: string;
  readonly delta: string;
  readonly ic: readonly string[];
}

const keys = JSON.parse(
  readFileSync(
    new URL("../../fixtures/verifying-keys.json", import.meta.url),
    "utf8",
  ),
) as Readonly<Record<string, VerifyingKey>>;

export const circuits: readonly string[] = Object.keys(keys);

/** Whether the proof proves these public inputs with the circuit of this name. */
export function verifies(
  circuit: string,
  proof: CompressedProof,
  inputs: readonly bigint[],
): boolean {
  const key = keys[circuit];
  if (!key) throw new Error(`no verifying key for ${circuit}`);
  if (key.ic.length !== inputs.length + 1)
    throw new Error(`${circuit} does not take ${inputs.length} inputs`);
  const [constant, ...factors] = key.ic.map(parseG1);
  const sum = factors.reduce(
    (sum, point, i) => sum.add(times(point, inputs[i]!)),
    constant!,
  );
  return Fp12.eql(
    bn254.pairingBatch([
      { g1: decompressG1(proof.a), g2: decompressG2(proof.b) },
      { g1: sum, g2: parseG2(key.gamma) },
      { g1: decompressG1(proof.c), g2: parseG2(key.delta) },
      { g1: parseG1(key.alpha), g2: parseG2(key.beta) },
    ]),
    Fp12.ONE,
  );
}

function times(point: PointG1, factor: bigint): PointG1 {
  const scalar = Fr.create(factor);
  return scalar === 0n || point.equals(G1.ZERO)
    ? G1.ZERO
    : point.multiply(scalar);
}

function parseG1(hex: string): PointG1 {
  const [x, y] = numbersOf(hex);
  return x === 0n && y === 0n ? G1.ZERO : G1.fromAffine({ x: x!, y: y! });
}

function parseG2(hex: string): PointG2 {
  const [x1, x0, y1, y0] = numbersOf(hex);
  return G2.fromAffine({
    x: Fp2.fromBigTuple([x0!, x1!]),
    y: Fp2.fromBigTuple([y0!, y1!]),
  });
}

function numbersOf(hex: string): bigint[] {
  return hex.match(/.{64}/g)!.map((digits) => BigInt(`0x${digits}`));
}

export function decompressG1(bytes: Uint8Array): PointG1 {
  const { numbers, larger } = readFlags(bytes, 32);
  const [x] = numbers;
  const y = Fp.sqrt(Fp.add(Fp.mul(Fp.sqr(x!), x!), 3n));
  const isLarger = y > Fp.neg(y);
  const point = G1.fromAffine({
    x: x!,
    y: isLarger === larger ? y : Fp.neg(y),
  });
  point.assertValidity();
  return point;
}

export function decompressG2(bytes: Uint8Array): PointG2 {
  const { numbers, larger } = readFlags(bytes, 64);
  const x = Fp2.fromBigTuple([numbers[1]!, numbers[0]!]);
  const b = Fp2.div(Fp2.fromBigTuple([3n, 0n]), Fp2.fromBigTuple([9n, 1n]));
  const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b));
  const other = Fp2.neg(y);
  const isLarger = y.c1 === other.c1 ? y.c0 > other.c0 : y.c1 > other.c1;
  const point = G2.fromAffine({ x, y: isLarger === larger ? y : other });
  point.assertValidity();
  return point;
}

function readFlags(given: Uint8Array, length: number) {
  if (given.length !== length) throw new Error(`a point has ${length} bytes`);
  const bytes = Uint8Array.from(given);
  const flags = bytes[0]!;
  if (flags & 0x40) throw new Error("the point at infinity");
  bytes[0] = flags & 0x3f;
  const numbers = numbersOf(Buffer.from(bytes).toString("hex"));
  if (numbers.some((number) => number >= Fp.ORDER))
    throw new Error("not a coordinate");
  return { numbers, larger: (flags & 0x80) !== 0 };
}
