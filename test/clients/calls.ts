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

export const CALLED_BY = {
  "stateless.js": [...both, ...versioned.map((name) => `${name}V2`)],
  "stateless.js in V1 mode": [...both, ...versioned],
  "compressed-token": ["getCompressedTokenAccountsByOwnerV2"],
  "helius-sdk": [...both, ...versioned],
  "Tachyon's client": Object.keys(methods),
} as const satisfies Record<string, readonly string[]>;
