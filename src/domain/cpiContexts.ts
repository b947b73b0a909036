// The CPI context accounts of the public state trees. They are created once per tree and appear in no event, so they are
// listed here, as clients list them. prettier-ignore keeps one tree per line.
// prettier-ignore
const CPI_CONTEXTS: Readonly<Record<string, string>> = {
  smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT: "cpi1uHzrEhBG733DoEJNgHCyRS3XmmyVNZx5fonubE4",
  smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho: "cpi2cdhkH5roePvcudTgUL8ppEBfTay1desGh8G8QxK",
  bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU: "cpi15BoVPKgEPw5o8wc2T816GE7b378nMXnhH3Xbq4y",
  bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi: "cpi2yGapXUR3As5SjnHBAVvmApNiLsbeZpF3euWnW6B",
  bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb: "cpi3mbwMpSX8FAGMZVP85AwxqCaQMfEk9Em1v8QK9Rf",
  bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8: "cpi4yyPDc4bCgHAnsenunGA8Y77j3XEDyjgfyCKgcoc",
  bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2: "cpi5ZTjdgYpZ1Xr7B1cMLLUE81oTtJbNNAyKary2nV6",
};

/** Of a tree, by its key in base58; null if it has none or it is not known. */
export function cpiContextOf(tree: string): string | null {
  return CPI_CONTEXTS[tree] ?? null;
}
