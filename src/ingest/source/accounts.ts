import type { AccountContent } from "../../codecs/treeAccount.ts";
import type { Address } from "../../domain/values.ts";

export interface KeyedAccount {
  readonly pubkey: Address;
  readonly account: AccountContent;
}

export interface AccountReader {
  /** Every account of a program, at least the head of its data. */
  listAccounts(
    program: Address,
    signal: AbortSignal,
  ): Promise<readonly KeyedAccount[]>;
  /** Null when there is no such account. */
  readAccount(
    pubkey: Address,
    signal: AbortSignal,
  ): Promise<AccountContent | null>;
}
