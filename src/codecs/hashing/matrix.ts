import { FIELD_ORDER, invert, multiply } from "./field.ts";

export type Vector = readonly bigint[];
export type Matrix = readonly Vector[];

export function dot(a: Vector, b: Vector): bigint {
  let sum = 0n;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum % FIELD_ORDER;
}

export function timesVector(matrix: Matrix, vector: Vector): bigint[] {
  return matrix.map((row) => dot(row, vector));
}

export function timesMatrix(a: Matrix, b: Matrix): Matrix {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

export function transpose(matrix: Matrix): Matrix {
  return matrix[0]!.map((_, column) => matrix.map((row) => row[column]!));
}

/** Gauss-Jordan. All matrices here are submatrices of Cauchy matrices, whose pivots are never 0. */
export function inverse(matrix: Matrix): Matrix {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [
    ...row,
    ...row.map((_, j) => (i === j ? 1n : 0n)),
  ]);
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = invert(rows[pivot]![pivot]!);
    const base = rows[pivot]!.map((cell) => multiply(cell, scale));
    for (const [i, row] of rows.entries())
      rows[i] = i === pivot ? base : eliminate(row, base, row[pivot]!);
  }
  return rows.map((row) => row.slice(size));
}

function eliminate(row: Vector, base: Vector, factor: bigint): bigint[] {
  const minus = FIELD_ORDER - factor;
  return row.map((cell, i) => (cell + minus * base[i]!) % FIELD_ORDER);
}
