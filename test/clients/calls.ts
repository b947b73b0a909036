// The methods that the test of each client calls. The tests verify it, and docs/compatibility.md shows it.
import * as methods from "../../src/rpc/methods/index.ts";

const both = [
  "getCompressedBalance",
  "getCompressedBalanceByOwner",
  "getCompressedMintTokenHolders",
  "getCompressedTokenAccountBalance",
  "getCompressedTokenBalancesByOwner",
  "getCompressedTokenBalancesByOwnerV2",
  "getCompressionSignaturesForAccount",
  "getCompressionSignaturesForAddress",
  "getCompressionSignaturesForOwner",
  "getCompressionSignaturesForTokenOwner",
  "getIndexerHealth",
  "getIndexerSlot",
  "getLatestCompressionSignatures",
  "getLatestNonVotingSignatures",
];
const versioned = [
  "getCompressedAccount",
  "getCompressedAccountsByOwner",
  "getCompressedTokenAccountsByDelegate",
  "getCompressedTokenAccountsByOwner",
  "getMultipleCompressedAccounts",
  "getTransactionWithCompressionInfo",
];
const proofs = [
  "getCompressedAccountProof",
  "getMultipleCompressedAccountProofs",
  "getValidityProof",
];

export const CALLED_BY = {
  "stateless.js": [
    ...both,
    ...[...versioned, ...proofs].map((name) => `${name}V2`),
    "getMultipleNewAddressProofs",
  ],
  "stateless.js in V1 mode": [
    ...both,
    ...versioned,
    ...proofs,
    "getMultipleNewAddressProofs",
  ],
  "compressed-token": [
    "getCompressedTokenAccountsByOwnerV2",
    "getMultipleCompressedAccountsV2",
    "getValidityProofV2",
  ],
  "helius-sdk": [
    ...both,
    ...versioned,
    ...proofs,
    "getMultipleNewAddressProofs",
    "getMultipleNewAddressProofsV2",
  ],
  "Tachyon's client": Object.keys(methods),
} as const satisfies Record<string, readonly string[]>;
