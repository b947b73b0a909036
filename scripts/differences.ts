/** Intended differences from the reference's answers, by method. All other answers agree field by field. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  getAccountInterface:
    "The reference documents this method but does not serve it. The data of an account that is only compressed begins with its discriminator, as it will on chain. The wallet of an associated token account is not resolved",
  getAtaInterface:
    "Proposed for the reference, not served there yet. If the node does not answer, the error is -32005 instead of a sum without the tokens on chain. More than 1000 compressed accounts are -32602. Accounts with Token-2022 extensions and compressed accounts of the associated account itself are included",
  getMultipleAccountInterfaces: "As getAccountInterface",
  getCompressedAccountsByOwner:
    "Ordered by hash, as its cursor is. The reference's pages skip and repeat accounts",
  getCompressedAccountsByOwnerV2: "As getCompressedAccountsByOwner",
  getCompressedMintTokenHolders: "Owners with a balance of 0 are not listed",
  getCompressedTokenBalancesByOwner:
    "With both mint and cursor, the cursor applies. The reference ignores it and repeats the mint forever",
  getCompressedTokenBalancesByOwnerV2: "As getCompressedTokenBalancesByOwner",
  getCompressionSignaturesForAccount:
    "An unknown account has an empty list. The reference answers with an error, which clients retry",
  getCompressedAccountProof:
    "Spent accounts of V2 trees and the zero hash of nullified leaves are refused; no client asks for them. Spent accounts of V1 trees have proofs until they are nullified, because foresters need them. A tree whose updates are not all indexed has no proofs: -32051. Errors name the account",
  getCompressedAccountProofV2:
    "Spent accounts and accounts that are no longer in their tree are refused, because clients prove accounts that they are about to spend. Otherwise as getCompressedAccountProof",
  getMultipleCompressedAccountProofs:
    "As getCompressedAccountProof. The list can also be sent as hashes",
  getMultipleCompressedAccountProofsV2:
    "As getCompressedAccountProofV2. The list can also be sent as hashes",
  getMultipleNewAddressProofs:
    "Existing addresses, address 0 and addresses from 2^248 - 1 up are refused; the error names them. The list can also be sent as addresses",
  getMultipleNewAddressProofsV2:
    "As getMultipleNewAddressProofs. The key of a queue is not accepted for its tree",
  getQueueElements: "An unknown tree and the key of a queue are refused",
  getValidityProof:
    "Spent accounts, the zero hash, addresses that exist or are out of range, and unknown trees are refused; the error names them. A combination without a circuit is -32602 and lists the available ones. A prover that fails or refuses is -32050, a tree without proofs -32051. The reference answers Internal server error",
  getValidityProofV2: "As getValidityProof",
  getIndexerHealth:
    "With --refuse-when-behind, a server that is too far behind answers every method with -32005, including this one",
  getLatestNonVotingSignatures:
    "For a moment after a fork, fewer than a thousand transactions without compression may be listed",
  getMultipleCompressedAccounts: "A bare array of hashes is accepted as well",
  getMultipleCompressedAccountsV2: "As getMultipleCompressedAccounts",
  getCompressedMintInfo: "Not served by the reference",
  getIndexStatistics: "Not served by the reference",
  getSetAsideTransactions: "Not served by the reference",
  getTrees: "Proposed for the reference and not served there yet",
  getQueueInfo:
    "Ordered by tree and queue type; the reference has no fixed order",
  getTransactionWithCompressionInfo:
    "An unknown transaction is null. Spent accounts are in the order of the transaction. If one was created before the index begins, the error is -32005",
  getTransactionWithCompressionInfoV2: "As getTransactionWithCompressionInfo",
};
