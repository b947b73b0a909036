/** How far back lists can be asked for: all of it, or that many slots or seconds before the newest block. */
export type HistoryKept =
  "all" | { readonly slots: number } | { readonly seconds: number };
