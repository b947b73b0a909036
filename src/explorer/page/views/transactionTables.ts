import { h, type Child } from "../dom.ts";
import { digits, sol } from "../format.ts";
import type { Touched, TouchedAccount } from "../items.ts";
import { mintLink, signedAmount, tokenAmount } from "../mints/tokenText.ts";
import { keyLink } from "../parts/keyText.ts";
import { plainTable } from "../parts/plainTable.ts";
import type { Column } from "../parts/tableRows.ts";
import {
  lamportChanges,
  type LamportChange,
  type NetChange,
  tokenChanges,
} from "../tx/netChanges.ts";

type Info = Touched["compressionInfo"];

const netColumns: readonly Column<NetChange>[] = [
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

const lamportColumns: readonly Column<LamportChange>[] = [
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

const copied = ({ owner }: { readonly owner: string }): string => owner;
const netRows = { columns: netColumns, copied };
const lamportRows = { columns: lamportColumns, copied };

/** By how much the transaction changed what each owner holds. */
export function netTables(info: Info): readonly Child[] {
  const tokens = tokenChanges(info);
  const lamports = lamportChanges(info);
  return [
    tokens.length > 0 && h("h2", {}, "Net change of tokens"),
    tokens.length > 0 && plainTable("Net change of tokens", netRows, tokens),
    lamports.length > 0 && h("h2", {}, "Net change of SOL"),
    lamports.length > 0 &&
      plainTable("Net change of SOL", lamportRows, lamports),
  ];
}

const accountColumns: readonly Column<TouchedAccount>[] = [
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

const accountRows = {
  columns: accountColumns,
  copied: ({ account }: TouchedAccount) => account.hash,
};

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
      ? plainTable(title, accountRows, accounts)
      : h("p", { class: "muted" }, "None"),
  ];
}
