import { h } from "./dom.ts";
import { digits } from "./format.ts";
import type { Account, Holder, Signature, TokenAccount } from "./items.ts";
import { keyLink, keyOrNone } from "./parts/keyText.ts";
import { timeText } from "./parts/timeText.ts";
import type { Column } from "./parts/pagedTable.ts";

export const signatureColumns: readonly Column<Signature>[] = [
  {
    title: "Transaction",
    kind: "wide",
    cell: ({ signature }) => keyLink(signature),
  },
  { title: "Slot", kind: "number", cell: ({ slot }) => digits(slot) },
  {
    title: "Time",
    kind: "time",
    cell: ({ blockTime }) => timeText(blockTime),
  },
];

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
  { title: "Data", kind: "number", cell: ({ data }) => dataSize(data?.data) },
  {
    title: "Slot",
    kind: "number",
    cell: ({ slotCreated }) => digits(slotCreated),
  },
];

function dataSize(base64: string | undefined): string {
  if (base64 === undefined) return "–";
  return `${digits(atob(base64).length)} B`;
}

const tokenAmount: Column<TokenAccount> = {
  title: "Amount",
  kind: "number",
  cell: ({ tokenData }) => digits(tokenData.amount),
};
const tokenMint: Column<TokenAccount> = {
  title: "Mint",
  kind: "wide",
  cell: ({ tokenData }) => keyLink(tokenData.mint, "holders"),
};
const tokenState: Column<TokenAccount> = {
  title: "State",
  kind: "short",
  cell: ({ tokenData: { state } }) =>
    h("span", { class: `badge ${state === "frozen" ? "frozen" : ""}` }, state),
};
const tokenHash: Column<TokenAccount> = {
  title: "Account",
  kind: "wide",
  cell: ({ account }) => accountLink(account),
};

export const ownedTokenColumns: readonly Column<TokenAccount>[] = [
  tokenMint,
  tokenAmount,
  {
    title: "Delegate",
    kind: "wide",
    cell: ({ tokenData }) => keyOrNone(tokenData.delegate),
  },
  tokenState,
  tokenHash,
];

export const delegatedTokenColumns: readonly Column<TokenAccount>[] = [
  tokenMint,
  tokenAmount,
  {
    title: "Owner",
    kind: "wide",
    cell: ({ tokenData }) => keyLink(tokenData.owner, "tokens"),
  },
  tokenState,
  tokenHash,
];

export const holderColumns: readonly Column<Holder>[] = [
  { title: "Rank", kind: "short", cell: (_holder, index) => digits(index + 1) },
  {
    title: "Owner",
    kind: "wide",
    cell: ({ owner }) => keyLink(owner, "tokens"),
  },
  { title: "Balance", kind: "number", cell: ({ balance }) => digits(balance) },
];
