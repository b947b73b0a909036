const PROOF = "not yet, it needs Merkle proofs";

/** Methods of the reference that are missing here, and why: callers learn that they did not mistype. */
export const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  ["getCompressedAccountProof", PROOF],
  ["getCompressedAccountProofV2", PROOF],
  ["getMultipleCompressedAccountProofs", PROOF],
  ["getMultipleCompressedAccountProofsV2", PROOF],
  ["getMultipleNewAddressProofs", PROOF],
  ["getMultipleNewAddressProofsV2", PROOF],
  ["getQueueElements", PROOF],
  ["getValidityProof", PROOF],
  ["getValidityProofV2", PROOF],
  [
    "getSignaturesForAsset",
    "it is about compressed NFTs; for a compressed account use getCompressionSignaturesForAccount {hash} or getCompressionSignaturesForAddress {address}",
  ],
  ["liveness", "it is GET /liveness"],
  ["readiness", "it is GET /readiness"],
]);
