import {
  ADD,
  AND,
  type Code,
  get,
  i64,
  load32,
  MULTIPLY,
  set,
  SHIFT_RIGHT,
  store32,
  tee,
  type WasmFunction,
} from "./assembly.ts";
import {
  LIMB_BITS,
  LIMB_MASK,
  LIMBS,
  ORDER_LIMBS,
  REDUCTION_FACTOR,
} from "./limbs.ts";

/** A seventh would overflow the 64 bits of a column: six times nine products, and nine of the reduction. */
export const MAX_PAIRS = 6;

const TARGET = 0;
const ADDEND = 1;

/** `(target, addend, a, b, a, b, …)`: target = addend + the sum of all a·b, reduced once. */
export function sumOfProducts(pairs: number): WasmFunction {
  const parameters = 2 + 2 * pairs;
  const operands = 2 * pairs;
  const limb = (operand: number, i: number) => parameters + operand * LIMBS + i;
  const column = (at: number) =>
    range(0, operands / 2).flatMap((pair) =>
      columnTerms(at).flatMap((i) => [
        ...get(limb(2 * pair, i)),
        ...get(limb(2 * pair + 1, at - i)),
        MULTIPLY,
        ADD,
      ]),
    );
  const free = parameters + operands * LIMBS;
  return {
    parameters,
    returns: false,
    locals: operands * LIMBS + LIMBS + 1,
    code: [
      ...range(0, operands).flatMap((k) => loadLimbs(2 + k, (i) => limb(k, i))),
      ...reducedColumns(column, free),
    ],
  };
}

/** `(target, addend, a)`: target = addend + a·a. Computes each product of two different limbs only once. */
export function square(): WasmFunction {
  const parameters = 3;
  const limb = (i: number) => parameters + i;
  const doubled = (i: number) => parameters + LIMBS + i;
  const column = (at: number) =>
    columnTerms(at)
      .filter((i) => 2 * i <= at)
      .flatMap((i) => [
        ...get(2 * i === at ? limb(i) : doubled(i)),
        ...get(limb(at - i)),
        MULTIPLY,
        ADD,
      ]);
  const double = range(0, LIMBS).flatMap((i) => [
    ...get(limb(i)),
    ...get(limb(i)),
    ADD,
    ...set(doubled(i)),
  ]);
  return {
    parameters,
    returns: false,
    locals: 3 * LIMBS + 1,
    code: [
      ...loadLimbs(2, limb),
      ...double,
      ...reducedColumns(column, parameters + 2 * LIMBS),
    ],
  };
}

function loadLimbs(address: number, local: (i: number) => number): Code {
  return range(0, LIMBS).flatMap((i) => [
    ...get(address),
    ...load32(4 * i),
    ...set(local(i)),
  ]);
}

/**
 * Montgomery reduction, column by column: adds the multiple of the order that makes the lower half of the sum zero, and
 * stores the upper half. `column` adds the products of a column to the sum on the stack.
 */
function reducedColumns(column: (at: number) => Code, firstFree: number): Code {
  const factor = (i: number) => firstFree + i;
  const sum = firstFree + LIMBS;
  const lower = (at: number): Code => [
    ...get(sum),
    ...column(at),
    ...range(0, at).flatMap((i) => timesOrder(factor(i), at - i)),
    ...tee(sum),
    ...i64(REDUCTION_FACTOR),
    MULTIPLY,
    ...masked(),
    ...tee(factor(at)),
    ...i64(ORDER_LIMBS[0]!),
    MULTIPLY,
    ...get(sum),
    ADD,
    ...shifted(),
    ...set(sum),
  ];
  const upper = (at: number): Code => [
    ...get(sum),
    ...column(at),
    ...range(at - LIMBS + 1, LIMBS).flatMap((i) =>
      timesOrder(factor(i), at - i),
    ),
    ...get(ADDEND),
    ...load32(4 * (at - LIMBS)),
    ADD,
    ...set(sum),
    ...get(TARGET),
    ...get(sum),
    ...masked(),
    ...store32(4 * (at - LIMBS)),
    ...get(sum),
    ...shifted(),
    ...set(sum),
  ];
  return [
    ...i64(0n),
    ...set(sum),
    ...range(0, LIMBS).flatMap(lower),
    ...range(LIMBS, 2 * LIMBS).flatMap(upper),
  ];
}

function timesOrder(factor: number, limb: number): Code {
  return [...get(factor), ...i64(ORDER_LIMBS[limb]!), MULTIPLY, ADD];
}

/** The limbs of the first operand that have a counterpart in the second in this column. */
function columnTerms(at: number): number[] {
  return range(Math.max(0, at - LIMBS + 1), Math.min(at + 1, LIMBS));
}

export const masked = (): Code => [...i64(LIMB_MASK), AND];
const shifted = (): Code => [...i64(LIMB_BITS), SHIFT_RIGHT];

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
