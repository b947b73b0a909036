// The list of methods. Every export is served, documented and measured under its name.
export { getAccountInterface } from "./getAccountInterface.ts";
export { getAtaInterface } from "./getAtaInterface.ts";
export {
  getCompressedAccount,
  getCompressedAccountV2,
} from "./getCompressedAccount.ts";
export {
  getCompressedAccountBalance,
  getCompressedBalance,
} from "./getCompressedAccountBalance.ts";
export {
  getCompressedAccountsByOwner,
  getCompressedAccountsByOwnerV2,
} from "./getCompressedAccountsByOwner.ts";
export {
  getCompressedAccountProof,
  getCompressedAccountProofV2,
} from "./getCompressedAccountProof.ts";
export { getCompressedBalanceByOwner } from "./getCompressedBalanceByOwner.ts";
export { getCompressedMintInfo } from "./getCompressedMintInfo.ts";
export { getCompressedMintTokenHolders } from "./getCompressedMintTokenHolders.ts";
export { getCompressedTokenAccountBalance } from "./getCompressedTokenAccountBalance.ts";
export {
  getCompressedTokenAccountsByDelegate,
  getCompressedTokenAccountsByDelegateV2,
} from "./getCompressedTokenAccountsByDelegate.ts";
export {
  getCompressedTokenAccountsByOwner,
  getCompressedTokenAccountsByOwnerV2,
} from "./getCompressedTokenAccountsByOwner.ts";
export {
  getCompressedTokenBalancesByOwner,
  getCompressedTokenBalancesByOwnerV2,
} from "./getCompressedTokenBalancesByOwner.ts";
export { getCompressedTokenHistory } from "./getCompressedTokenHistory.ts";
export { getCompressionSignaturesForAccount } from "./getCompressionSignaturesForAccount.ts";
export { getCompressionSignaturesForAddress } from "./getCompressionSignaturesForAddress.ts";
export { getCompressionSignaturesForOwner } from "./getCompressionSignaturesForOwner.ts";
export { getCompressionSignaturesForTokenOwner } from "./getCompressionSignaturesForTokenOwner.ts";
export { getIndexerHealth } from "./getIndexerHealth.ts";
export { getIndexerSlot } from "./getIndexerSlot.ts";
export { getIndexStatistics } from "./getIndexStatistics.ts";
export { getLatestCompressionSignatures } from "./getLatestCompressionSignatures.ts";
export { getLatestNonVotingSignatures } from "./getLatestNonVotingSignatures.ts";
export { getMultipleAccountInterfaces } from "./getMultipleAccountInterfaces.ts";
export {
  getMultipleCompressedAccountProofs,
  getMultipleCompressedAccountProofsV2,
} from "./getMultipleCompressedAccountProofs.ts";
export {
  getMultipleCompressedAccounts,
  getMultipleCompressedAccountsV2,
} from "./getMultipleCompressedAccounts.ts";
export {
  getMultipleNewAddressProofs,
  getMultipleNewAddressProofsV2,
} from "./getMultipleNewAddressProofs.ts";
export { getQueueElements } from "./getQueueElements.ts";
export { getQueueInfo } from "./getQueueInfo.ts";
export { getQueueLeafIndices } from "./getQueueLeafIndices.ts";
export { getSetAsideTransactions } from "./getSetAsideTransactions.ts";
export {
  getTransactionWithCompressionInfo,
  getTransactionWithCompressionInfoV2,
} from "./getTransactionWithCompressionInfo.ts";
export { getTrees } from "./getTrees.ts";
export { getValidityProof, getValidityProofV2 } from "./getValidityProof.ts";
