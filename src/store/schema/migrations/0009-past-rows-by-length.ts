import type { Migration } from "../migrate.ts";

/** More than any slot has. */
const MOST_BITS = 48;

/** Nodes of past rows have the number of bits of the row's length, as in past/lifetimes.ts. */
export const pastRowsByLength: Migration = {
  version: 9,
  name: "past rows by length",
  statements: () => [
    `update past_rows set node = node * 64 + case ${cases()} end`,
  ],
};

function cases(): string {
  const bits = Array.from({ length: MOST_BITS }, (_, i) => i + 1);
  return bits
    .map((each) => `when until - since < ${2 ** each} then ${each}`)
    .join(" ");
}
