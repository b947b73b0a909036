// One view of an account that may be on chain, compressed, or partly both.
import { sameBytes } from "../codecs/bytes.ts";
import { encodeBase58 } from "../codecs/base58.ts";
import {
  encodeTokenAccount,
  readTokenAccount,
  withAmount,
} from "../codecs/splToken.ts";
import type { Account, TokenData } from "../domain/account.ts";
import type { Chain, OnChainAccount } from "../domain/chain.ts";
import type { Address, Slot } from "../domain/values.ts";
import { renderBase64 } from "../render/account.ts";
import type { StoredAccount } from "../store/schema/accountRow.ts";
import { findCompressedTwins } from "../store/read/findCompressedTwins.ts";
import type { FoundAccounts } from "../store/read/findAccounts.ts";
import type { Reader } from "../store/reader.ts";
import { v2 } from "./accountShape.ts";
import { askChain } from "./askChain.ts";

/** The view of each key as JSON, null where there is nothing, all at one slot of the index. */
export async function renderInterfaces(
  read: Reader,
  chain: Chain | null,
  keys: readonly Address[],
): Promise<{ slot: Slot; values: string[] }> {
  const hot = await askChain(chain, (on) => on.readAccounts(keys));
  return read.snapshot(async (reading) => {
    const values: string[] = [];
    let slot = 0;
    for (const [i, key] of keys.entries()) {
      const cold = await findCompressedTwins(reading, key);
      slot = cold.slot;
      values.push(renderInterface(key, present(hot[i]), cold));
    }
    return { slot, values };
  });
}

/** An account without lamports is one that was closed. */
export function present(hot: OnChainAccount | null | undefined) {
  return hot && hot.lamports > 0n ? hot : null;
}

function renderInterface(
  key: Address,
  hot: OnChainAccount | null,
  { accounts, trees }: FoundAccounts,
): string {
  const shown = combined(hot, accounts);
  if (!shown) return "null";
  const cold = accounts.map((each) => v2.render(each, trees.contexts));
  return `{"key":"${encodeBase58(key)}","account":${renderOnChain(shown)},"cold":${cold.length > 0 ? `[${cold.join(",")}]` : "null"}}`;
}

export function renderOnChain(account: OnChainAccount): string {
  const { lamports, data, owner, executable, rentEpoch } = account;
  return `{"lamports":${lamports},"data":"${renderBase64(data)}","owner":"${encodeBase58(owner)}","executable":${executable},"rentEpoch":${rentEpoch},"space":${data.length}}`;
}

/** Tokens of one mint add up, wherever they are. Anything else is what the chain has, or else the newest compressed state. */
export function combined(
  hot: OnChainAccount | null,
  cold: readonly StoredAccount[],
): OnChainAccount | null {
  const newest = cold.toSorted((a, b) => b.slotCreated - a.slotCreated)[0];
  if (!newest) return hot;
  const tokens = cold.map(({ account }) => account.token);
  return (
    sumOfTokens(hot, newest.account, tokens) ?? hot ?? thawed(newest.account)
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

/** What the account would be once it is on chain again: its discriminator, then its data. */
function thawed(account: Account): OnChainAccount {
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
