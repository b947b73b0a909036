/** Where answers differ from the reference's on purpose, by method. What is not listed agrees field by field. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  getAccountInterface:
    "The reference documents it and does not serve it. Data of an account that is only compressed begins with its discriminator, as it will on chain; the wallet behind an associated token account is not known",
  getAtaInterface:
    "Proposed for the reference and not served there yet. A node that does not answer is -32005, never a sum without what is on chain; more than 1000 compressed accounts are -32602; accounts with Token-2022 extensions count; compressed accounts of the associated account itself count",
  getMultipleAccountInterfaces: "As getAccountInterface",
  getCompressedAccountsByOwner:
    "Ordered by hash, like its cursor; the reference's pages skip and repeat accounts",
  getCompressedAccountsByOwnerV2: "As getCompressedAccountsByOwner",
  getCompressedMintTokenHolders: "Owners with a balance of 0 are not listed",
  getCompressedTokenBalancesByOwner:
    "With both mint and cursor, the cursor counts; the reference ignores it and repeats the mint for ever",
  getCompressedTokenBalancesByOwnerV2: "As getCompressedTokenBalancesByOwner",
  getCompressionSignaturesForAccount:
    "An unknown account has an empty list; the reference answers with an error, which clients retry",
  getCompressedAccountProof:
    "Spent accounts of V2 trees, and the zero hash of nullified leaves, are refused; no client asks for either. Spent accounts of V1 trees are proven until they are nullified, because foresters need that. A tree whose updates are not all indexed gives no proofs: -32051. Errors name the account",
  getCompressedAccountProofV2:
    "Spent accounts are refused, and accounts that their tree no longer holds: clients prove what they are about to spend. Otherwise as getCompressedAccountProof",
  getMultipleCompressedAccountProofs:
    "As getCompressedAccountProof. The list may also be sent by its name, hashes",
  getMultipleCompressedAccountProofsV2:
    "As getCompressedAccountProofV2. The list may also be sent by its name, hashes",
  getMultipleNewAddressProofs:
    "Addresses that exist, and those that are 0 or from 2^248 - 1 on, are refused by name. The list may also be sent by its name, addresses",
  getMultipleNewAddressProofsV2:
    "As getMultipleNewAddressProofs. A queue's key is not taken for its tree's",
  getQueueElements: "An unknown tree, and a queue's key, are refused",
  getValidityProof:
    "Spent accounts, the zero hash, addresses that exist or are out of range, and unknown trees are refused by name. A statement without a circuit is -32602 and names those there are; no answer of a prover, or its refusal, is -32050; a tree that gives no proofs is -32051. The reference says Internal server error",
  getValidityProofV2: "As getValidityProof",
  getIndexerHealth:
    "A server that is too far behind answers every method with -32005, this one too",
  getLatestNonVotingSignatures:
    "After a fork fewer than a thousand transactions without compression may be listed for a moment",
  getMultipleCompressedAccounts: "A bare array of hashes is taken as well",
  getMultipleCompressedAccountsV2: "As getMultipleCompressedAccounts",
  getQueueInfo:
    "Ordered by tree and queue type; the reference's order is by chance",
  getTransactionWithCompressionInfo:
    "An unknown transaction is null; spent accounts come in the order the transaction names them. Accounts made before the index begins cannot be shown: -32005",
  getTransactionWithCompressionInfoV2: "As getTransactionWithCompressionInfo",
};
