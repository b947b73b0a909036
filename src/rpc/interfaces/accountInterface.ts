// One view of an account that may be on chain, compressed, or both.
import { setImmediate as nextTurn } from "node:timers/promises";
import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import {
  encodeTokenAccount,
  readTokenAccount,
  withAmount,
} from "../../codecs/accounts/splToken.ts";
import type { Account, TokenData } from "../../domain/account.ts";
import type { Chain, OnChainAccount } from "../../domain/chain.ts";
import type { Address, Slot } from "../../domain/values.ts";
import { renderBase64 } from "../../render/account.ts";
import type { StoredAccount } from "../../store/schema/accountRow.ts";
import { findCompressedTwins } from "../../store/read/findCompressedTwins.ts";
import type { FoundAccounts } from "../../store/read/findAccounts.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import type { Reader } from "../../store/reader.ts";
import { v2 } from "./accountShape.ts";
import { ACCOUNTS_OF_KEYS } from "../answerBound.ts";
import { askForAccounts } from "./askChain.ts";
import { RpcError } from "../errors.ts";
import { MAX_ANSWER, MAX_PAGE } from "../params.ts";

/** The view of each key as JSON, or null if there is no account. All views are of one indexed slot. */
export async function renderInterfaces(
  read: Reader,
  chain: Chain | null,
  keys: readonly Address[],
): Promise<{ slot: Slot; values: string[] }> {
  const names = keys.map(mapKey);
  // A key that is given several times is looked up and rendered once.
  const distinct = [
    ...new Map(keys.map((key, i) => [names[i]!, key])).values(),
  ];
  const field = keys.length > 1 ? "addresses" : "address";
  const hot = await askForAccounts(chain, distinct, field);
  return read.snapshot(async (reading) => {
    const shown = new Map<string, string>();
    const size = new AnswerSize(names);
    let slot = 0;
    for (const [i, key] of distinct.entries()) {
      const cold = await findCompressedTwins(reading, key);
      size.addAccounts(key, cold.accounts.length);
      slot = cold.slot;
      const text = await renderInterface(key, present(hot[i]), cold);
      size.addText(key, text);
      shown.set(mapKey(key), text);
      await nextTurn();
    }
    return { slot, values: names.map((name) => shown.get(name)!) };
  });
}

/** The limit on compressed accounts in a call with several keys: the size of a full page. */
const MAX_ACCOUNTS = MAX_PAGE;

/** Enforces the limits of an answer. A key that is given several times counts each time. */
class AnswerSize {
  readonly #times = new Map<string, number>();
  readonly #keys: number;
  #accounts = 0;
  #characters = 0;

  constructor(names: readonly string[]) {
    this.#keys = names.length;
    for (const name of names)
      this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }

  addAccounts(key: Address, count: number): void {
    this.#accounts += count * this.#times.get(mapKey(key))!;
    const most = this.#keys > 1 ? MAX_ACCOUNTS : ACCOUNTS_OF_KEYS.items;
    if (this.#accounts > most) throw tooLarge(`${most} compressed accounts`);
  }

  addText(key: Address, text: string): void {
    this.#characters += text.length * this.#times.get(mapKey(key))!;
    if (this.#characters > MAX_ANSWER)
      throw tooLarge(`${MAX_ANSWER} characters`);
  }
}

function tooLarge(bound: string): RpcError {
  return new RpcError(
    "invalidParams",
    `addresses: together they have more than ${bound}; ask for fewer keys at a time`,
  );
}

/** A closed account has no lamports. */
export function present(hot: OnChainAccount | null | undefined) {
  return hot && hot.lamports > 0n ? hot : null;
}

async function renderInterface(
  key: Address,
  hot: OnChainAccount | null,
  { accounts, trees }: FoundAccounts,
): Promise<string> {
  const shown = combined(hot, accounts);
  if (!shown) return "null";
  const cold = await inSteps(accounts, (part) =>
    part.map((each) => v2.render(each, trees.contexts)).join(","),
  );
  return `{"key":"${encodeBase58(key)}","account":${renderOnChain(shown)},"cold":${accounts.length > 0 ? `[${cold.join(",")}]` : "null"}}`;
}

export function renderOnChain(account: OnChainAccount): string {
  const { lamports, data, owner, executable, rentEpoch } = account;
  return `{"lamports":${lamports},"data":"${renderBase64(data)}","owner":"${encodeBase58(owner)}","executable":${executable},"rentEpoch":${rentEpoch},"space":${data.length}}`;
}

/**
 * Token accounts of one mint are added up. Otherwise the on-chain account is shown, or else the newest compressed
 * one.
 */
export function combined(
  hot: OnChainAccount | null,
  cold: readonly StoredAccount[],
): OnChainAccount | null {
  const newest = cold.toSorted((a, b) => b.slotCreated - a.slotCreated)[0];
  if (!newest) return hot;
  const tokens = cold.map(({ account }) => account.token);
  return (
    sumOfTokens(hot, newest.account, tokens) ??
    hot ??
    decompressed(newest.account)
  );
}

function sumOfTokens(
  hot: OnChainAccount | null,
  newest: Account,
  tokens: readonly (TokenData | null)[],
): OnChainAccount | null {
  const { token } = newest;
  if (!token || !tokens.every((t) => t && sameBytes(t.mint, token.mint)))
    return null;
  const total = tokens.reduce((sum, t) => sum + t!.amount, 0n);
  if (!hot) return synthetic(newest, encodeTokenAccount(token, total));
  const onChain = readTokenAccount(hot.data);
  if (!onChain || !sameBytes(onChain.mint, token.mint)) return null;
  return { ...hot, data: withAmount(hot.data, onChain.amount + total) };
}

/** The account as it would be after decompression: its discriminator, then its data. */
function decompressed(account: Account): OnChainAccount {
  const { data, token } = account;
  if (token) return synthetic(account, encodeTokenAccount(token, token.amount));
  if (!data) return synthetic(account, new Uint8Array(0));
  const discriminator = Buffer.alloc(8);
  discriminator.writeBigUInt64LE(data.discriminator);
  return synthetic(account, Buffer.concat([discriminator, data.data]));
}

function synthetic(account: Account, data: Uint8Array): OnChainAccount {
  const { owner, lamports } = account;
  return { owner, lamports, data, executable: false, rentEpoch: 0n };
}
