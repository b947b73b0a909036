import type { AccountContent } from "../../codecs/treeAccount.ts";
import type { Address, Slot } from "../../domain/values.ts";

export interface KeyedAccount {
  readonly pubkey: Address;
  readonly account: AccountContent;
}

/** A part of an account's data, and the slot it was read at; a recording does not tell that. */
export interface AccountSlice {
  readonly slot: Slot | null;
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
  /** Null when there is no such account; less than `length` bytes when it is shorter. */
  readSlice(
    pubkey: Address,
    offset: number,
    length: number,
    signal: AbortSignal,
  ): Promise<AccountSlice | null>;
}
