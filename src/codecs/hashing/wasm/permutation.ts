import type { Vector } from "../matrix.ts";
import type { Rounds } from "../poseidonRounds.ts";
import { call, type Code } from "./assembly.ts";
import { MAX_PAIRS } from "./multiply.ts";

/** The layout of the module: functions by index, elements by address. */
export interface Layout {
  /** By number of products, from 1 to `MAX_PAIRS`. */
  readonly sumOfProducts: (pairs: number) => number;
  readonly square: number;
  /** The address of a constant, in Montgomery form. */
  readonly constant: (value: bigint) => number;
  /** The address of space for one element. */
  readonly room: () => number;
}

/** The input and output addresses of the permutation. */
export interface Permutation {
  readonly code: Code;
  /** Addresses of the input state, with the constants of the first round already added. */
  readonly state: readonly number[];
  /** Address of the hash. */
  readonly hash: number;
}

/**
 * The permutation as straight-line calls. Each multiplication also adds the constants of the next round, because an addend
 * costs nothing there.
 */
export function permutation(rounds: Rounds, layout: Layout): Permutation {
  const width = rounds.mix.length;
  const { constant, room } = layout;
  const elements = () => Array.from({ length: width }, room);
  const [state, mixed] = [elements(), elements()];
  const [square, fourth] = [room(), room()];
  const code: number[] = [];

  const sum = (to: number, addend: bigint, products: Products) => {
    let plus = constant(addend);
    for (let i = 0; i < products.length; i += MAX_PAIRS) {
      const part = products.slice(i, i + MAX_PAIRS);
      const index = layout.sumOfProducts(part.length);
      code.push(...call(index, to, plus, ...part.flat()));
      plus = to;
    }
  };
  const fifthPower = (at: number) => {
    code.push(
      ...call(layout.square, square, constant(0n), at),
      ...call(layout.square, fourth, constant(0n), square),
    );
    sum(at, 0n, [[fourth, at]]);
  };
  const products = (row: Vector): Products =>
    row.map((factor, i) => [constant(factor), state[i]!]);
  const swapWith = (other: number[], count: number) => {
    const taken = state.splice(0, count, ...other.slice(0, count));
    other.splice(0, count, ...taken);
  };
  const fullRound = (mix: readonly Vector[], next: Vector) => {
    state.forEach(fifthPower);
    mix.forEach((row, i) => {
      sum(mixed[i]!, next[i]!, products(row));
    });
    swapWith(mixed, width);
  };

  const before = [...state];
  const { first, partial, last } = rounds;
  const firstPartial = [partial[0]!.constant, ...first[0]!.slice(1).fill(0n)];
  for (let i = 1; i < first.length; i++) fullRound(rounds.mix, first[i]!);
  fullRound(rounds.mixBeforePartial, firstPartial);
  for (const [r, { row, column }] of partial.entries()) {
    fifthPower(state[0]!);
    const next = partial[r + 1]?.constant ?? last[0]![0]!;
    sum(mixed[0]!, next, products(row));
    for (let i = 1; i < width; i++)
      code.push(
        ...call(
          layout.sumOfProducts(1),
          ...[state[i]!, state[i]!, state[0]!, constant(column[i - 1]!)],
        ),
      );
    swapWith(mixed, 1);
  }
  for (let i = 1; i < width; i++)
    sum(state[i]!, last[0]![i]!, [[state[i]!, constant(1n)]]);
  for (let i = 1; i < last.length; i++) fullRound(rounds.mix, last[i]!);
  // Only the first element is the hash, so the last mixing skips the others.
  state.forEach(fifthPower);
  sum(mixed[0]!, 0n, products(rounds.mix[0]!));
  return { code, state: before, hash: mixed[0]! };
}

type Products = readonly (readonly [a: number, b: number])[];
