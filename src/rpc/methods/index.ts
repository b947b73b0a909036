// The one list of methods: an export here is served, documented and measured under its name.
export { getCompressedAccountsByOwner } from "./getCompressedAccountsByOwner.ts";
export { getCompressedMintTokenHolders } from "./getCompressedMintTokenHolders.ts";
export { getCompressedTokenAccountsByDelegate } from "./getCompressedTokenAccountsByDelegate.ts";
export { getCompressedTokenAccountsByOwner } from "./getCompressedTokenAccountsByOwner.ts";
export { getCompressionSignaturesForAddress } from "./getCompressionSignaturesForAddress.ts";
export { getCompressionSignaturesForOwner } from "./getCompressionSignaturesForOwner.ts";
export { getCompressionSignaturesForTokenOwner } from "./getCompressionSignaturesForTokenOwner.ts";
export { getLatestCompressionSignatures } from "./getLatestCompressionSignatures.ts";
