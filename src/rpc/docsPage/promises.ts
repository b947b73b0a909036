/** What a walk through a list guarantees while blocks are indexed; test/store/walks.test.ts tests it. */
const PROMISES: readonly [fits: RegExp, promise: string][] = [
  [
    /^getCompressed(TokenAccountsBy|AccountsByOwner)/,
    "During a walk: an account that stays unspent from the first page to the last is listed once. An account created during the walk may be missing, and one spent during it may be listed. A transfer spends accounts and creates new ones, so tokens that move may be listed twice or not at all.",
  ],
  [
    /^getCompressedMintTokenHolders$/,
    "During a walk: an owner whose balance does not change is listed once. An owner whose balance changes moves within the list and may be listed twice, with both balances, or not at all. For a list that adds up, compare the slots of the pages and start again if they differ.",
  ],
  [
    /^getCompressedTokenBalancesByOwner/,
    "During a walk: a mint that stays in the list from the first page to the last is listed once, with its balance at the slot of its page.",
  ],
  [
    /^getCompressedTokenHistory$/,
    "During a walk: every change up to the slot of the first page is listed once, newest first. Changes of later slots are not part of the walk.",
  ],
  [
    /^get(CompressionSignaturesFor(TokenOwner|Address|Owner)|Latest)/,
    "During a walk: every transaction that existed at the first page is listed once. Newer ones sort before the first page and appear in the next walk. After a fork, transactions that were rolled back may have been listed.",
  ],
];

export function promiseOf(name: string): string | null {
  return PROMISES.find(([fits]) => fits.test(name))?.[1] ?? null;
}
