import type { Flags } from "./readFlags.ts";

/** The headings of the help, in order. */
export const FLAG_GROUPS = [
  "Source",
  "Store",
  "PostgreSQL",
  "Indexing",
  "Listening",
  "Readiness",
  "Access and limits",
  "Proofs",
  "Shadow requests",
  "Logging",
] as const;

export type FlagGroup = (typeof FLAG_GROUPS)[number];

/** Puts flags under a heading of the help. */
export function inGroup<F extends Flags>(group: FlagGroup, flags: F): F {
  const grouped = Object.entries(flags).map(([name, flag]) => [
    name,
    { ...flag, group },
  ]);
  return Object.fromEntries(grouped) as F;
}
