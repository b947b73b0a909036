import type { Signature } from "../items.ts";

/** What the newest page of a list says about the rows that are shown, which began as such a page. */
export interface Difference {
  /** Shown, and no longer in the list: their blocks were taken back. */
  readonly gone: ReadonlySet<string>;
  /** Not shown yet, newest first. */
  readonly fresh: readonly Signature[];
}

/** Null if the two have nothing in common, so that rows between them may be missing. Both are newest first. */
export function compare(
  shown: readonly Signature[],
  latest: readonly Signature[],
): Difference | null {
  const places = new Map(latest.map(({ signature }, at) => [signature, at]));
  const same = shown.findIndex(({ signature }) => places.has(signature));
  if (same < 0)
    return shown.length === 0 ? { gone: new Set(), fresh: latest } : null;
  const first = places.get(shown[same]!.signature)!;
  const gone = shown.slice(0, same).map(({ signature }) => signature);
  return { gone: new Set(gone), fresh: latest.slice(0, first) };
}
