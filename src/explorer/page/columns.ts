import { h } from "./dom.ts";
import { byteSize, digits, percent } from "./format.ts";
import type {
  Account,
  Holder,
  Signature,
  TokenAccount,
  TokenBalance,
  TokenChange,
} from "./items.ts";
import { mintLink, signedAmount, tokenAmount } from "./mints/tokenText.ts";
import { keyLink, keyOrNone } from "./parts/keyText.ts";
import { slotLink } from "./parts/slotLink.ts";
import { timeText } from "./parts/timeText.ts";
import { stateBadge } from "./parts/stateBadge.ts";
import type { Column } from "./parts/tableRows.ts";
import { shortLink } from "./tx/summaryText.ts";
import type { Summaries } from "./tx/summaries.ts";

const slotColumn: Column<{ slot: Signature["slot"] }> = {
  title: "Slot",
  kind: "slot",
  cell: ({ slot }) => slotLink(slot),
};
const timeColumn: Column<{ blockTime: number }> = {
  title: "Time",
  kind: "time",
  cell: ({ blockTime }) => timeText(blockTime),
};

/** Transactions with what they did. */
export function signatureColumns(
  summaries: Summaries,
): readonly Column<Signature>[] {
  return [
    {
      title: "What it did",
      kind: "what",
      cell: ({ signature }) => summaries.cell(signature),
    },
    {
      title: "Transaction",
      kind: "wide",
      cell: ({ signature }) => keyLink(signature),
    },
    slotColumn,
    timeColumn,
  ];
}

/** Hash of an account. The owner in the link lets servers without a lookup by hash find it, too. */
function accountLink({ hash, owner }: Account): HTMLElement {
  return keyLink(hash, "account", { owner });
}

export const accountColumns: readonly Column<Account>[] = [
  { title: "Hash", kind: "wide", cell: accountLink },
  { title: "Address", kind: "wide", cell: ({ address }) => keyOrNone(address) },
  {
    title: "Lamports",
    kind: "number",
    cell: ({ lamports }) => digits(lamports),
  },
  { title: "Data", kind: "short", cell: ({ data }) => dataSize(data?.data) },
  {
    title: "Slot",
    kind: "slot",
    cell: ({ slotCreated }) => slotLink(slotCreated),
  },
];

function dataSize(base64: string | undefined): string {
  return base64 === undefined ? "–" : byteSize(atob(base64).length);
}

const tokenColumns = {
  amount: {
    title: "Amount",
    kind: "number",
    cell: ({ tokenData: { mint, amount } }) => tokenAmount(mint, amount),
  },
  mint: {
    title: "Mint",
    kind: "wide",
    cell: ({ tokenData }) => mintLink(tokenData.mint),
  },
  owner: {
    title: "Owner",
    kind: "wide",
    cell: ({ tokenData }) => keyLink(tokenData.owner),
  },
  delegate: {
    title: "Delegate",
    kind: "wide",
    cell: ({ tokenData }) => keyOrNone(tokenData.delegate),
  },
  state: {
    title: "State",
    kind: "short",
    cell: ({ tokenData: { state } }) => stateBadge(state),
  },
  account: {
    title: "Account",
    kind: "wide",
    cell: ({ account }) => accountLink(account),
  },
} satisfies Record<string, Column<TokenAccount>>;

export const ownedTokenColumns: readonly Column<TokenAccount>[] = [
  tokenColumns.mint,
  tokenColumns.amount,
  tokenColumns.delegate,
  tokenColumns.state,
  tokenColumns.account,
];

/** Tokens that the owner has delegated. */
export const givenColumns: readonly Column<TokenAccount>[] = [
  tokenColumns.delegate,
  tokenColumns.amount,
  tokenColumns.mint,
  tokenColumns.account,
];

export const delegatedTokenColumns: readonly Column<TokenAccount>[] = [
  tokenColumns.owner,
  tokenColumns.amount,
  tokenColumns.mint,
  tokenColumns.state,
  tokenColumns.account,
];

export const balanceColumns: readonly Column<TokenBalance>[] = [
  { title: "Mint", kind: "wide", cell: ({ mint }) => mintLink(mint) },
  {
    title: "Balance",
    kind: "number",
    cell: ({ mint, balance }) => tokenAmount(mint, balance),
  },
];

function unknownBalance(): HTMLElement {
  const title = "Not known while blocks before it are missing";
  return h("span", { class: "muted", title }, "–");
}

/** `other` is the key that the list is not about. */
export function changeColumns(
  other: "mint" | "owner",
): readonly Column<TokenChange>[] {
  return [
    timeColumn,
    other === "mint"
      ? { title: "Mint", kind: "wide", cell: ({ mint }) => mintLink(mint) }
      : { title: "Owner", kind: "wide", cell: ({ owner }) => keyLink(owner) },
    {
      title: "Change",
      kind: "number",
      cell: ({ mint, change }) => signedAmount(mint, change),
    },
    {
      title: "Balance after",
      kind: "number",
      cell: ({ mint, balance }) =>
        balance === null ? unknownBalance() : tokenAmount(mint, balance),
    },
    {
      title: "Transaction",
      kind: "mid",
      cell: ({ signature }) => shortLink(signature),
    },
    slotColumn,
  ];
}

/** `total` resolves to the sum over all holders, or null if it is not known. */
export function holderColumns(
  mint: string,
  total: Promise<bigint | null>,
): readonly Column<Holder>[] {
  return [
    {
      title: "Rank",
      kind: "short",
      cell: (_holder, index) => digits(index + 1),
    },
    { title: "Owner", kind: "wide", cell: ({ owner }) => keyLink(owner) },
    {
      title: "Balance",
      kind: "number",
      cell: ({ balance }) => tokenAmount(mint, balance),
    },
    {
      title: "Share",
      kind: "share",
      cell: ({ balance }) => {
        const cell = h("span", { class: "muted" }, "–");
        void total.then((whole) => {
          if (whole !== null)
            cell.textContent = percent(BigInt(balance), whole);
        });
        return cell;
      },
    },
  ];
}
