// An owner's tokens of a mint, on chain and compressed, shown as one associated token account.
import { sameBytes } from "../../codecs/bytes.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { MAX_U64 } from "../../codecs/bigEndian.ts";
import { findProgramAddress } from "../../codecs/programAddress.ts";
import {
  ASSOCIATED_TOKEN,
  COMPRESSED_TOKEN,
  SPL_TOKEN,
  TOKEN_2022,
} from "../../codecs/programs.ts";
import {
  encodeTokenAccount,
  readTokenAccount,
  type TokenBalance,
  withBalance,
} from "../../codecs/accounts/splToken.ts";
import { delegatedAmount } from "../../codecs/accounts/token.ts";
import type { Chain, OnChainAccount } from "../../domain/chain.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { StoredAccount } from "../../store/schema/accountRow.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import { findTokensOf } from "../../store/read/findTokensOf.ts";
import type { Reader } from "../../store/reader.ts";
import { present, renderOnChain } from "./accountInterface.ts";
import { v2 } from "./accountShape.ts";
import { askForAccounts } from "./askChain.ts";
import { RpcError } from "../errors.ts";

/** The token programs in order of precedence, each with the program that derives its associated accounts. */
export const MODES = [
  { name: "light", program: COMPRESSED_TOKEN, deriver: COMPRESSED_TOKEN },
  { name: "spl", program: SPL_TOKEN, deriver: ASSOCIATED_TOKEN },
  { name: "token2022", program: TOKEN_2022, deriver: ASSOCIATED_TOKEN },
] as const;
type ProgramName = (typeof MODES)[number]["name"];

export interface AtaQuery {
  readonly owner: Address;
  readonly mint: Address;
  /** The program whose account is shown. `auto` means the light token program. */
  readonly mode: ProgramName | "auto";
  /** In `auto` mode: also count accounts of SPL Token and Token-2022. */
  readonly wrap: boolean;
}

/** More compressed accounts do not fit into an answer, and the sum of only some of them would be wrong. */
const MAX_ACCOUNTS = 1000;

/** An account that is counted, in the form it has or would have on chain. */
interface Source {
  readonly onChain: OnChainAccount;
  readonly balance: TokenBalance;
}
interface HotSource extends Source {
  readonly name: ProgramName;
  readonly address: Address;
}

export async function renderAtaInterface(
  read: Reader,
  chain: Chain | null,
  query: AtaQuery,
): Promise<{ slot: Slot; value: string }> {
  const { owner, mint } = query;
  const addresses = addressesOf(owner, mint);
  const hot = await readHot(chain, addresses, query);
  const owners = [owner, addresses.light];
  const found = await read.snapshot((reading) =>
    findTokensOf(reading, owners, mint, MAX_ACCOUNTS + 1),
  );
  if (found.accounts.length > MAX_ACCOUNTS)
    throw new RpcError(
      "invalidParams",
      `owner: has more than ${MAX_ACCOUNTS} compressed accounts of this mint; page through getCompressedTokenAccountsByOwner`,
    );
  const cold = found.accounts.toSorted(newestFirst);
  const account = combinedTokens(query.mode, hot, cold, owner);
  if (!account) return { slot: found.slot, value: "null" };
  const shown = await inSteps(cold, (part) =>
    part.map((each) => v2.render(each, found.trees.contexts)).join(","),
  );
  return {
    slot: found.slot,
    value: render(query, addresses, hot, shown, account),
  };
}

type Addresses = Readonly<Record<ProgramName, Address>>;

function addressesOf(owner: Address, mint: Address): Addresses {
  const entries = MODES.map(({ name, program, deriver }) => [
    name,
    findProgramAddress([owner, program, mint], deriver),
  ]);
  return Object.fromEntries(entries) as Addresses;
}

/** The on-chain accounts that are counted, in order of precedence. */
async function readHot(
  chain: Chain | null,
  addresses: Addresses,
  { mode, mint, wrap }: AtaQuery,
): Promise<HotSource[]> {
  const wanted = MODES.filter(
    ({ name }) =>
      name === mode || (mode === "auto" && (wrap || name === "light")),
  );
  const keys = wanted.map(({ name }) => addresses[name]);
  const accounts = await askForAccounts(chain, keys, "mint");
  return wanted.flatMap(({ name, program }, i) => {
    const onChain = present(accounts[i]);
    const balance = onChain && readTokenAccount(onChain.data);
    if (!balance || !sameBytes(onChain.owner, program)) return [];
    if (!sameBytes(balance.mint, mint)) return [];
    return [{ name, address: addresses[name], onChain, balance }];
  });
}

/**
 * One account with the sum of all tokens. Its other fields come from the first account that is counted: on-chain
 * accounts come before compressed ones, and newer ones before older ones. In `auto` mode, compressed accounts come
 * before those of SPL Token and Token-2022.
 */
function combinedTokens(
  mode: AtaQuery["mode"],
  hot: readonly HotSource[],
  cold: readonly StoredAccount[],
  owner: Address,
): OnChainAccount | null {
  const compressed = cold.map((each) => coldSource(each, owner));
  const before = hot.filter(({ name }) => mode !== "auto" || name === "light");
  const after = hot.filter((each) => !before.includes(each));
  const sources: Source[] = [...before, ...compressed, ...after];
  const [first] = sources;
  if (!first) return null;
  const delegating = [...hot, ...compressed];
  const balance = sumOf(sources, delegating);
  return { ...first.onChain, data: withBalance(first.onChain.data, balance) };
}

/** Compressed accounts of the associated account show the wallet as their owner. */
function coldSource({ account }: StoredAccount, owner: Address): Source {
  const token = account.token!;
  const { lamports, owner: program } = account;
  const data = encodeTokenAccount({ ...token, owner }, token.amount);
  const rest = { executable: false, rentEpoch: 0n };
  return {
    onChain: { owner: program, lamports, data, ...rest },
    balance: {
      amount: token.amount,
      delegate: token.delegate,
      delegated: delegatedAmount(token),
      frozen: token.state === "frozen",
    },
  };
}

/** A token account has one delegate: the first one found, with the sum of what it may spend in all accounts. */
function sumOf(
  sources: readonly Source[],
  delegating: readonly Source[],
): TokenBalance {
  const balances = sources.map(({ balance }) => balance);
  const amount = total(balances.map(({ amount }) => amount));
  const delegate =
    delegating.find(({ balance }) => balance.delegate)?.balance.delegate ??
    null;
  const delegated = balances
    .filter((each) => delegate && each.delegate)
    .filter((each) => sameBytes(each.delegate!, delegate!))
    .map(({ delegated, amount }) => (delegated < amount ? delegated : amount));
  return {
    amount,
    delegate,
    delegated: total(delegated),
    frozen: balances.some(({ frozen }) => frozen),
  };
}

function total(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((a, b) => a + b, 0n);
  return sum > MAX_U64 ? MAX_U64 : sum;
}

function newestFirst(a: StoredAccount, b: StoredAccount): number {
  return (
    b.slotCreated - a.slotCreated ||
    Buffer.compare(a.account.hash, b.account.hash)
  );
}

function render(
  { owner, mint, mode, wrap }: AtaQuery,
  addresses: Addresses,
  hot: readonly HotSource[],
  cold: readonly string[],
  account: OnChainAccount,
): string {
  const key = encodeBase58(addresses[mode === "auto" ? "light" : mode]);
  const derived = MODES.map(
    ({ name }) => `"${name}":"${encodeBase58(addresses[name])}"`,
  );
  const onChain = MODES.map(({ name }) => {
    const source = hot.find((each) => each.name === name);
    return `"${name}":${source ? renderHot(source) : "null"}`;
  });
  return [
    `{"key":"${key}","owner":"${encodeBase58(owner)}","mint":"${encodeBase58(mint)}"`,
    `"mode":"${mode}","wrap":${wrap}`,
    `"addresses":{${derived.join(",")},"canonical":"${key}"}`,
    `"account":${renderOnChain(account)}`,
    `"cold":${cold.length > 0 ? `[${cold.join(",")}]` : "null"}`,
    `"hot":{${onChain.join(",")}}}`,
  ].join(",");
}

function renderHot({ address, balance }: HotSource): string {
  return `{"address":"${encodeBase58(address)}","amount":${balance.amount}}`;
}
