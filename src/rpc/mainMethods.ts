/** The lists that most applications need. */
export const MAIN_METHODS = [
  "getCompressedTokenAccountsByOwner",
  "getCompressedTokenAccountsByDelegate",
  "getCompressedAccountsByOwner",
  "getCompressedMintTokenHolders",
  "getCompressionSignaturesForTokenOwner",
  "getCompressionSignaturesForAddress",
  "getCompressionSignaturesForOwner",
  "getLatestCompressionSignatures",
] as const;

/** The lists that can be followed, and read as a whole. */
export const WHOLE_LISTS = [
  ...MAIN_METHODS,
  "getCompressedTokenHistory",
] as const;
