/** A bound on how far behind a server may be. */
export type LagBound =
  { readonly slots: number } | { readonly seconds: number };

/** What a slot is taken to last until the blocks show how long it does. */
export const DEFAULT_SLOT_MS = 400;
