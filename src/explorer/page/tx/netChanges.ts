import type { Touched, TouchedAccount } from "../items.ts";

/** By how much a transaction changed what an owner holds of a mint. */
export interface NetChange {
  readonly mint: string;
  readonly owner: string;
  readonly change: bigint;
}

type Info = Touched["compressionInfo"];

/** One entry for each owner and mint that the transaction touches, also where the sum stays the same. */
export function tokenChanges(info: Info): readonly NetChange[] {
  const sums = new Map<string, NetChange>();
  const add = (sign: bigint) => (each: TouchedAccount) => {
    const token = each.optionalTokenData;
    if (!token) return;
    const { mint, owner } = token;
    const key = `${mint} ${owner}`;
    const before = sums.get(key)?.change ?? 0n;
    const change = before + sign * BigInt(token.amount);
    sums.set(key, { mint, owner, change });
  };
  info.closedAccounts.forEach(add(-1n));
  info.openedAccounts.forEach(add(1n));
  return [...sums.values()];
}

export interface LamportChange {
  readonly owner: string;
  readonly change: bigint;
}

/** One entry for each owner of accounts with lamports. */
export function lamportChanges(info: Info): readonly LamportChange[] {
  const sums = new Map<string, bigint>();
  const add = (sign: bigint) => (each: TouchedAccount) => {
    const { owner, lamports } = each.account;
    if (lamports !== 0)
      sums.set(owner, (sums.get(owner) ?? 0n) + sign * BigInt(lamports));
  };
  info.closedAccounts.forEach(add(-1n));
  info.openedAccounts.forEach(add(1n));
  return [...sums].map(([owner, change]) => ({ owner, change }));
}

export const sumOf = (changes: readonly { change: bigint }[]): bigint =>
  changes.reduce((sum, { change }) => sum + change, 0n);
