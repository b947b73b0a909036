import type { AccountContent } from "../../codecs/accounts/treeAccount.ts";
import type { Address, Slot } from "../../domain/values.ts";

export interface KeyedAccount {
  readonly pubkey: Address;
  readonly account: AccountContent;
}

/** A part of an account's data, and the slot at which it was read; a recording has no slot. */
export interface AccountSlice {
  readonly slot: Slot | null;
  readonly account: AccountContent;
}

export interface AccountReader {
  /** Lists every account of a program with the head of its data. */
  listAccounts(
    program: Address,
    signal: AbortSignal,
  ): Promise<readonly KeyedAccount[]>;
  /** Returns null if there is no such account. */
  readAccount(
    pubkey: Address,
    signal: AbortSignal,
  ): Promise<AccountContent | null>;
  /** The heads of up to 100 accounts, each null if there is no such account. */
  readAccounts(
    pubkeys: readonly Address[],
    signal: AbortSignal,
  ): Promise<readonly (AccountContent | null)[]>;
  /** Returns null if there is no such account, and less than `length` bytes if it is shorter. */
  readSlice(
    pubkey: Address,
    offset: number,
    length: number,
    signal: AbortSignal,
  ): Promise<AccountSlice | null>;
}
