import { FIELD_ORDER, invert } from "./field.ts";
import { Grain } from "./grain.ts";
import {
  inverse,
  timesMatrix,
  timesVector,
  transpose,
  type Matrix,
  type Vector,
} from "./matrix.ts";

/** One partial round: only the first element passes the S-box, and mixing is reduced to one row and one column. */
export interface PartialRound {
  readonly constant: bigint;
  readonly row: Vector;
  readonly column: Vector;
}

/** The constants for one width, rearranged to minimise the multiplications per hash. */
export interface Rounds {
  readonly mix: Matrix;
  /** The mixing matrix at the end of the first half, which compensates for the short mixing of the partial rounds. */
  readonly mixBeforePartial: Matrix;
  readonly first: readonly Vector[];
  readonly partial: readonly PartialRound[];
  readonly last: readonly Vector[];
}

const FULL_ROUNDS = 8;
const HALF = FULL_ROUNDS / 2;
/** By width, as circom chose them. */
const PARTIAL_ROUNDS: Readonly<Record<number, number>> = {
  2: 56,
  3: 57,
  4: 56,
  5: 60,
  6: 60,
  7: 63,
  8: 64,
};

const known: (Rounds | undefined)[] = [];

export function roundsOf(width: number): Rounds {
  return (known[width] ??= makeRounds(width));
}

function makeRounds(width: number): Rounds {
  const partialRounds = PARTIAL_ROUNDS[width];
  if (!partialRounds)
    throw new RangeError(`no Poseidon parameters for width ${width}`);
  const grain = new Grain(width, FULL_ROUNDS, partialRounds);
  const constants = Array.from({ length: FULL_ROUNDS + partialRounds }, () =>
    Array.from({ length: width }, () => grain.fieldElement()),
  );
  const mix = cauchyMatrix(grain, width);
  const scalars = foldConstants(constants, mix, HALF, HALF + partialRounds);
  const { mixBeforePartial, shortMixes } = shortenMixes(mix, partialRounds);
  return {
    mix,
    mixBeforePartial,
    first: constants.slice(0, HALF),
    partial: shortMixes.map((short, i) => ({
      ...short,
      constant: scalars[i]!,
    })),
    last: constants.slice(-HALF),
  };
}

function cauchyMatrix(grain: Grain, width: number): Matrix {
  const draw = () =>
    Array.from({ length: width }, () => grain.reducedElement());
  const xs = draw();
  const ys = draw();
  return xs.map((x) => ys.map((y) => invert((x + y) % FIELD_ORDER)));
}

/**
 * A partial round's S-box changes only the first element, so the constants of the others can be added one round later,
 * after mixing. Repeated, this leaves one constant per partial round and moves the rest into the next full round.
 */
function foldConstants(
  constants: bigint[][],
  mix: Matrix,
  from: number,
  to: number,
): bigint[] {
  const scalars: bigint[] = [];
  for (let round = from; round < to; round++) {
    const [first, ...rest] = constants[round]!;
    scalars.push(first!);
    const carried = timesVector(mix, [0n, ...rest]);
    constants[round + 1] = constants[round + 1]!.map(
      (constant, i) => (constant + carried[i]!) % FIELD_ORDER,
    );
  }
  return scalars;
}

/**
 * Factors a mixing matrix into a sparse one (first row, first column, otherwise identity) and one that keeps the first
 * element. The latter commutes with the partial S-box, so it moves into the round before, from the last round to the first.
 */
function shortenMixes(mix: Matrix, rounds: number) {
  const shortMixes: { row: Vector; column: Vector }[] = [];
  let full = mix;
  for (let round = 0; round < rounds; round++) {
    const [corner, ...top] = full[0]!;
    const block = full.slice(1).map((row) => row.slice(1));
    const column = full.slice(1).map((row) => row[0]!);
    const row = timesVector(transpose(inverse(block)), top);
    shortMixes.unshift({ row: [corner!, ...row], column });
    full = timesMatrix(withUnitCorner(block), mix);
  }
  return { mixBeforePartial: full, shortMixes };
}

function withUnitCorner(block: Matrix): Matrix {
  const head = [1n, ...block.map(() => 0n)];
  return [head, ...block.map((row) => [0n, ...row])];
}
