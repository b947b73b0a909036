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
