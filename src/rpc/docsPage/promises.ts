/** What a walk through a list may count on while blocks are indexed; the tests in test/store/walks.test.ts hold it to that. */
const PROMISES: readonly [fits: RegExp, promise: string][] = [
  [
    /^getCompressed(TokenAccountsBy|AccountsByOwner)/,
    "While you walk: an account that is unspent from the first page to the last comes once. One made meanwhile may be missing, one spent meanwhile may have come. A transfer spends accounts and makes new ones, so tokens that move may be seen twice or not at all.",
  ],
  [
    /^getCompressedMintTokenHolders$/,
    "While you walk: an owner whose balance stays the same comes once. One whose balance changes moves in the list and may come twice, with both balances, or not at all: for a list that adds up, compare the slots of the pages and start again when they differ.",
  ],
  [
    /^getCompressedTokenBalancesByOwner/,
    "While you walk: a mint that is listed from the first page to the last comes once, with its balance at the slot of its page.",
  ],
  [
    /^get(CompressionSignaturesFor(TokenOwner|Address|Owner)|Latest)/,
    "While you walk: every transaction that was there at the first page comes once. Newer ones are before the first page and come in the next walk. After a fork, transactions that it took back may have come.",
  ],
];

export function promiseOf(name: string): string | null {
  return PROMISES.find(([fits]) => fits.test(name))?.[1] ?? null;
}
