import { h, type Child } from "../dom.ts";
import { digits, sol } from "../format.ts";
import type { Touched, TouchedAccount } from "../items.ts";
import { mintLink, signedAmount, tokenAmount } from "../mints/tokenText.ts";
import { keyLink } from "../parts/keyText.ts";
import { plainTable, type PlainColumn } from "../parts/plainTable.ts";
import {
  lamportChanges,
  type LamportChange,
  type NetChange,
  tokenChanges,
} from "../tx/netChanges.ts";

type Info = Touched["compressionInfo"];

const netColumns: readonly PlainColumn<NetChange>[] = [
  { title: "Owner", kind: "wide", cell: ({ owner }) => keyLink(owner) },
  { title: "Mint", kind: "wide", cell: ({ mint }) => mintLink(mint) },
  {
    title: "Change",
    kind: "number",
    cell: ({ mint, change }) =>
      change === 0n
        ? h("span", { class: "muted" }, "same")
        : signedAmount(mint, change),
  },
];

const lamportColumns: readonly PlainColumn<LamportChange>[] = [
  { title: "Owner", kind: "wide", cell: ({ owner }) => keyLink(owner) },
  {
    title: "Change",
    kind: "number",
    cell: ({ change }) =>
      h(
        "span",
        { class: change > 0n ? "gain" : change < 0n ? "loss" : "muted" },
        change > 0n && "+",
        change === 0n ? "same" : sol(change),
      ),
  },
];

/** By how much the transaction changed what each owner holds. */
export function netTables(info: Info): readonly Child[] {
  const tokens = tokenChanges(info);
  const lamports = lamportChanges(info);
  return [
    tokens.length > 0 && h("h2", {}, "Net change of tokens"),
    tokens.length > 0 && plainTable("Net change of tokens", netColumns, tokens),
    lamports.length > 0 && h("h2", {}, "Net change of SOL"),
    lamports.length > 0 &&
      plainTable("Net change of SOL", lamportColumns, lamports),
  ];
}

const accountColumns: readonly PlainColumn<TouchedAccount>[] = [
  {
    title: "Account",
    kind: "wide",
    cell: ({ account: { hash, owner } }) => keyLink(hash, "account", { owner }),
  },
  {
    title: "Owner",
    kind: "wide",
    cell: ({ account, optionalTokenData: token }) =>
      keyLink(token?.owner ?? account.owner),
  },
  {
    title: "Holds",
    kind: "wide right",
    cell: ({ account, optionalTokenData: token }) =>
      token
        ? h(
            "span",
            { class: "holds" },
            tokenAmount(token.mint, token.amount),
            mintLink(token.mint, true),
          )
        : account.lamports === 0
          ? h("span", { class: "muted" }, "data")
          : sol(account.lamports),
  },
];

/** The accounts before, which it spent, and after, which it created. */
export function accountTables(info: Info): readonly Child[] {
  return [
    ...table("Before: spent", info.closedAccounts),
    ...table("After: created", info.openedAccounts),
  ];
}

function table(
  title: string,
  accounts: readonly TouchedAccount[],
): readonly Child[] {
  return [
    h("h2", {}, `${title} (${digits(accounts.length)})`),
    accounts.length > 0
      ? plainTable(title, accountColumns, accounts)
      : h("p", { class: "muted" }, "None"),
  ];
}
