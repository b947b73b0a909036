import { decodeMint } from "../decodeAccount.ts";
import type { Touched, TouchedAccount } from "../items.ts";
import { instructionName, isTreeWork } from "./instructionNames.ts";
import { lamportChanges, sumOf, tokenChanges } from "./netChanges.ts";
import { readTransaction, type Instruction } from "./readTransaction.ts";

/** What a transaction did, in a line. */
export interface Summary {
  readonly action: string;
  /** Of a token, or lamports if the mint is null. */
  readonly amount: {
    readonly mint: string | null;
    readonly value: bigint;
  } | null;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** What the other fields do not say. */
  readonly note: string | null;
  /** An account that it made, or else one that it spent. */
  readonly account: string | null;
}

type Info = Touched["compressionInfo"];

const NOTHING = { amount: null, from: [], to: [], note: null } as const;

type Action = Omit<Summary, "account">;

export function summarize(touched: Touched): Summary {
  const { openedAccounts, closedAccounts } = touched.compressionInfo;
  const [first] = [...openedAccounts, ...closedAccounts];
  return { ...actionOf(touched), account: first?.account.hash ?? null };
}

function actionOf({ transaction, compressionInfo }: Touched): Action {
  if (transaction?.meta?.err) return { ...NOTHING, action: "Failed" };
  const read = transaction && readTransaction(transaction);
  const instructions = read?.instructions ?? [];
  const { openedAccounts: made, closedAccounts: spent } = compressionInfo;
  const all = [...made, ...spent];
  if (all.length === 0) return ofTrees(instructions);
  if (all.some(({ optionalTokenData }) => optionalTokenData))
    return ofTokens(compressionInfo, instructions);
  if (all.some(({ account }) => account.data ?? account.address))
    return ofAccounts(compressionInfo);
  return ofLamports(compressionInfo);
}

function ofTrees(instructions: readonly Instruction[]): Action {
  const work = instructions.filter(isTreeWork);
  const names = new Set(work.map(instructionName).filter((n) => n !== null));
  if (work.length === 0) return { ...NOTHING, action: "Other" };
  const note = [...names].join(", ");
  return { ...NOTHING, action: "Tree maintenance", note: note || null };
}

function ofTokens(info: Info, instructions: readonly Instruction[]): Action {
  const every = tokenChanges(info);
  const { mint } = every[0]!;
  const changes = every.filter((each) => each.mint === mint);
  const mints = new Set(every.map((each) => each.mint)).size;
  const gave = changes.filter(({ change }) => change < 0n);
  const got = changes.filter(({ change }) => change > 0n);
  const named = instructions.map(instructionName).find((n) => n !== null);
  const note = otherMints(mints - 1);
  const amountOf = (value: bigint) => (value === 0n ? null : { mint, value });
  const from = gave.map(({ owner }) => owner);
  const to = got.map(({ owner }) => owner);
  if (gave.length > 0 && got.length > 0)
    return { action: "Transfer", amount: amountOf(sumOf(got)), from, to, note };
  if (got.length > 0) {
    const action = named === "Mint" ? "Mint" : "Compress";
    return { action, amount: amountOf(sumOf(got)), from, to, note };
  }
  if (gave.length > 0) {
    const action = named === "Burn" ? "Burn" : "Decompress";
    return { action, amount: amountOf(-sumOf(gave)), from, to, note };
  }
  return { ...ofRights(info, changes[0]!.owner, mint), note };
}

function otherMints(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? "and another mint" : `and ${count} more mints`;
}

/** Balances stay the same, so the transaction changed a delegate, a state, or how many accounts hold the balance. */
function ofRights(info: Info, owner: string, mint: string): Action {
  const { openedAccounts: made, closedAccounts: spent } = info;
  const delegated = delegatedIn(made) - delegatedIn(spent);
  const frozen = frozenIn(made) - frozenIn(spent);
  const delegate = made.find((each) => each.optionalTokenData?.delegate);
  const value = delegated < 0n ? -delegated : delegated;
  const base = { ...NOTHING, from: [owner] };
  const amount = value === 0n ? null : { mint, value };
  if (delegated > 0n) {
    const to = [delegate!.optionalTokenData!.delegate!];
    return { ...base, action: "Approve", amount, to };
  }
  if (delegated < 0n) return { ...base, action: "Revoke", amount };
  if (frozen !== 0) return { ...base, action: frozen > 0 ? "Freeze" : "Thaw" };
  if (made.length < spent.length) return { ...base, action: "Merge" };
  return { ...base, action: made.length > spent.length ? "Split" : "Update" };
}

function delegatedIn(accounts: readonly TouchedAccount[]): bigint {
  return accounts.reduce((sum, { optionalTokenData: token }) => {
    return token?.delegate ? sum + BigInt(token.amount) : sum;
  }, 0n);
}

const frozenIn = (accounts: readonly TouchedAccount[]): number =>
  accounts.filter(({ optionalTokenData: t }) => t?.state === "frozen").length;

function ofAccounts(info: Info): Action {
  const { openedAccounts: made, closedAccounts: spent } = info;
  const [first] = made.length > 0 ? made : spent;
  const isMint = first && decodeMint(first.account) !== null;
  const verb =
    spent.length === 0 ? "Create" : made.length === 0 ? "Close" : "Update";
  const count = Math.max(made.length, spent.length);
  const what = isMint ? "mint" : count === 1 ? "account" : "accounts";
  return {
    ...NOTHING,
    action: `${verb} ${what}`,
    from: [first!.account.owner],
    note: count === 1 ? null : `${count} accounts`,
  };
}

function ofLamports(info: Info): Action {
  const changes = lamportChanges(info);
  const gave = changes.filter(({ change }) => change < 0n);
  const got = changes.filter(({ change }) => change > 0n);
  const from = gave.map(({ owner }) => owner);
  const to = got.map(({ owner }) => owner);
  const amountOf = (value: bigint) => ({ mint: null, value });
  const rest = { from, to, note: null };
  if (gave.length > 0 && got.length > 0)
    return { action: "Transfer", amount: amountOf(sumOf(got)), ...rest };
  if (got.length > 0)
    return { action: "Compress", amount: amountOf(sumOf(got)), ...rest };
  if (gave.length > 0)
    return { action: "Decompress", amount: amountOf(-sumOf(gave)), ...rest };
  const owner = [...info.openedAccounts, ...info.closedAccounts][0]!;
  return { ...NOTHING, action: "Merge", from: [owner.account.owner] };
}
