import { base58 } from "@scure/base";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { HUGE_KEY, LARGE_KEYS, LARGEST_KEY } from "./node.ts";
import {
  collector,
  delegate,
  hashOf,
  hoarder,
  popularMint,
  programs,
  replacedAddress,
  signatureOf,
} from "./keys.ts";
import {
  ADDRESS_V1,
  ADDRESS_V2,
  largeAddresses,
  largeHashes,
  newAddresses,
  PAGE,
  provenHashes,
  QUEUED,
  STATE_V2,
} from "./state.ts";

/** A request, and why it is one of the slowest of its method. */
export interface WorstRequest {
  readonly method: string;
  readonly what: string;
  readonly params: unknown;
}

const show = encodeBase58;
const all = (keys: readonly Uint8Array[]) => keys.map(show);
const [large, many, wallet] = [programs.large, programs.many, collector].map(
  show,
) as [string, string, string];
const unmatched = {
  memcmp: {
    offset: 7,
    bytes: base58.encode(new Uint8Array(1_000).fill(9)),
  },
};
const inTrees = (tree: Uint8Array) =>
  newAddresses(PAGE).map((address) => ({
    address: show(address),
    tree: show(tree),
  }));
const bothVersions = (
  method: string,
  ...cases: readonly (readonly [what: string, params: unknown])[]
): WorstRequest[] =>
  [method, `${method}V2`].flatMap((name) => casesOf(name, ...cases));
const casesOf = (
  method: string,
  ...cases: readonly (readonly [what: string, params: unknown])[]
): WorstRequest[] => cases.map(([what, params]) => ({ method, what, params }));

// prettier-ignore
export const worstRequests: readonly WorstRequest[] = [
  ...casesOf("getAccountInterface",
    ["1000 token accounts", { address: wallet }],
    ["2 MiB on chain", { address: show(LARGEST_KEY) }],
    ["10 MiB on chain", { address: show(HUGE_KEY) }]),
  ...casesOf("getAtaInterface", ["1000 token accounts", { owner: show(hoarder), mint: show(popularMint), config: { allowOwnerOffCurve: true } }]),
  ...bothVersions("getCompressedAccount", ["10 KiB of data", { hash: show(largeHashes(1)[0]!) }]),
  ...casesOf("getCompressedAccountBalance", ["10 KiB of data", { hash: show(largeHashes(1)[0]!) }]),
  ...casesOf("getCompressedBalance", ["10 KiB of data", { hash: show(largeHashes(1)[0]!) }]),
  ...bothVersions("getCompressedAccountsByOwner",
    ["1000 of 10 KiB", { owner: large }],
    ["1000 of 10 KiB, sliced", { owner: large, dataSlice: { offset: 0, length: 10_000 } }],
    ["5 filters, no match", { owner: many, filters: Array(5).fill(unmatched) }]),
  ...bothVersions("getCompressedAccountProof", ["any", { hash: show(provenHashes(1)[0]!) }]),
  ...casesOf("getCompressedBalanceByOwner", ["any", { owner: large }]),
  ...casesOf("getCompressedMintInfo", ["any", { mint: show(popularMint) }]),
  ...casesOf("getCompressedMintTokenHolders", ["1000", { mint: show(popularMint) }]),
  ...casesOf("getCompressedTokenAccountBalance", ["any", { hash: show(hashOf(PAGE)) }]),
  ...bothVersions("getCompressedTokenAccountsByDelegate", ["1000", { delegate: show(delegate) }]),
  ...bothVersions("getCompressedTokenAccountsByOwner", ["1000", { owner: wallet }]),
  ...bothVersions("getCompressedTokenBalancesByOwner", ["1000", { owner: wallet }]),
  ...casesOf("getCompressedTokenHistory",
    ["1000 of an owner", { owner: wallet }],
    ["1000 of a mint", { mint: show(popularMint) }]),
  ...casesOf("getCompressionSignaturesForAccount", ["any", { hash: show(largeHashes(1)[0]!) }]),
  ...casesOf("getCompressionSignaturesForAddress", ["1000", { address: show(replacedAddress) }]),
  ...casesOf("getCompressionSignaturesForOwner", ["1000", { owner: show(programs.replaced) }]),
  ...casesOf("getCompressionSignaturesForTokenOwner", ["1000", { owner: wallet }]),
  ...casesOf("getIndexStatistics", ["50 mints, 100 points", { topMints: 50, points: 100 }]),
  ...casesOf("getIndexerHealth", ["any", {}]),
  ...casesOf("getIndexerSlot", ["any", {}]),
  ...casesOf("getLatestCompressionSignatures", ["1000", {}]),
  ...casesOf("getLatestNonVotingSignatures", ["1000", {}]),
  ...casesOf("getMultipleAccountInterfaces",
    ["1000 token accounts and 99 keys", { addresses: [wallet, ...all(newAddresses(99))] }],
    ["100 of 20 KB on chain", { addresses: all(LARGE_KEYS) }]),
  ...bothVersions("getMultipleCompressedAccountProofs", ["1000 far apart", { hashes: all(provenHashes(PAGE)) }]),
  ...bothVersions("getMultipleCompressedAccounts",
    ["1000 of 10 KiB", { hashes: all(largeHashes(PAGE)) }],
    ["1000 of 10 KiB, by address", { addresses: all(largeAddresses(PAGE)) }]),
  ...casesOf("getMultipleNewAddressProofs", ["1000", { addresses: all(newAddresses(PAGE)) }]),
  ...casesOf("getMultipleNewAddressProofsV2",
    ["1000 in a V1 tree", { addresses: inTrees(ADDRESS_V1.tree) }],
    ["1000 in a V2 tree", { addresses: inTrees(ADDRESS_V2.tree) }]),
  ...casesOf("getQueueElements",
    ["30,000 new accounts", { tree: show(STATE_V2.tree), outputQueue: { limit: QUEUED } }],
    ["30,000 spent accounts", { tree: show(STATE_V2.tree), inputQueue: { limit: QUEUED } }],
    ["30,000 of both queues", { tree: show(STATE_V2.tree), outputQueue: { limit: QUEUED }, inputQueue: { limit: QUEUED } }],
    ["500 addresses", { tree: show(ADDRESS_V2.tree), addressQueue: { limit: 500 } }]),
  ...casesOf("getQueueInfo", ["1000 keys", { trees: all(newAddresses(PAGE)) }]),
  ...casesOf("getQueueLeafIndices", ["30,000", { tree: show(STATE_V2.tree), limit: QUEUED }]),
  ...bothVersions("getTransactionWithCompressionInfo", ["any", { signature: encodeBase58(signatureOf(1)) }]),
  ...casesOf("getSetAsideTransactions", ["any", {}]),
  ...casesOf("getTrees", ["all", { showRoots: true }]),
  ...casesOf("getValidityProof",
    ["8 accounts", { hashes: all(provenHashes(8)) }],
    ["1000 accounts", { hashes: all(provenHashes(PAGE)) }],
    ["1000 addresses", { newAddresses: all(newAddresses(PAGE)) }]),
  ...casesOf("getValidityProofV2",
    ["1000 queued accounts", { hashes: all(largeHashes(PAGE)) }],
    ["1000 addresses", { newAddressesWithTrees: inTrees(ADDRESS_V1.tree) }]),
];
