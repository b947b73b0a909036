// A naive model of the eight methods: everything in arrays, every list filtered and sorted from scratch.
import { base58 } from "@scure/base";
import type { Account } from "../../src/domain/account.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Address } from "../../src/domain/values.ts";
import { type HistoryItem, tokenHistoryOf } from "./tokenHistory.ts";

interface Known {
  readonly account: Account;
  readonly slot: number;
  readonly signatures: Set<string>;
  spent: boolean;
}

interface Listed {
  readonly signature: Uint8Array;
  readonly slot: number;
  readonly blockTime: number;
}

const order = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b);
const id = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const key = (bytes: Uint8Array) => base58.encode(Uint8Array.from(bytes));
const orNull = (bytes: Uint8Array | null) => (bytes ? key(bytes) : null);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

export class Model {
  readonly #accounts = new Map<string, Known>();
  readonly #transactions = new Map<string, Listed>();

  readonly #history: readonly HistoryItem[];

  private constructor(history: readonly HistoryItem[]) {
    this.#history = history;
  }

  /** `asWritten`: the same transactions in the order in which the history has them. */
  static of(
    updates: readonly StateUpdate[],
    asWritten: readonly StateUpdate[] = updates,
  ): Model {
    const model = new Model(tokenHistoryOf(asWritten));
    for (const update of updates) model.#add(update);
    return model;
  }

  #add({ block, transactions }: StateUpdate): void {
    for (const { signature, created, spent } of transactions) {
      this.#transactions.set(id(signature), {
        signature,
        slot: block.slot,
        blockTime: block.blockTime ?? 0,
      });
      for (const account of created) {
        const known = this.#accounts.get(id(account.hash)) ?? {
          account,
          slot: block.slot,
          signatures: new Set(),
          spent: false,
        };
        known.signatures.add(id(signature));
        this.#accounts.set(id(account.hash), known);
      }
      for (const hash of spent) {
        const known = this.#accounts.get(id(hash));
        if (!known) continue;
        known.spent = true;
        known.signatures.add(id(signature));
      }
    }
  }

  tokenHistory(owner: Address | null, mint: Address | null): unknown[] {
    return this.#history.filter(
      (item) =>
        (!owner || item.owner === key(owner)) &&
        (!mint || item.mint === key(mint)),
    );
  }

  accountsByOwner(owner: Address): unknown[] {
    return this.#unspent((a) => id(a.owner) === id(owner))
      .sort((a, b) => order(a.account.hash, b.account.hash))
      .map(wireAccount);
  }

  tokens(by: "owner" | "delegate", who: Address, mint?: Address): unknown[] {
    return this.#unspent(({ token }) => {
      const party = token?.[by];
      if (!token || !party || id(party) !== id(who)) return false;
      return !mint || id(token.mint) === id(mint);
    })
      .sort(
        (a, b) =>
          order(a.account.token!.mint, b.account.token!.mint) ||
          order(a.account.hash, b.account.hash),
      )
      .map(wireToken);
  }

  /** Of every mint the owner has ever had an account of. */
  tokenBalances(owner: Address, mint: Address | null): unknown[] {
    const sums = new Map<string, { mint: Address; balance: bigint }>();
    for (const { account, spent } of this.#accounts.values()) {
      const { token } = account;
      if (!token || id(token.owner) !== id(owner)) continue;
      if (mint && id(token.mint) !== id(mint)) continue;
      const sum = sums.get(id(token.mint)) ?? { mint: token.mint, balance: 0n };
      if (!spent) sum.balance += token.amount;
      sums.set(id(token.mint), sum);
    }
    return [...sums.values()]
      .sort((a, b) => order(a.mint, b.mint))
      .map(({ mint, balance }) => ({ mint: key(mint), balance }));
  }

  lamports(owner: Address): bigint {
    return this.#unspent((a) => id(a.owner) === id(owner)).reduce(
      (sum, { account }) => sum + account.lamports,
      0n,
    );
  }

  signatures(touches: (account: Account) => boolean): unknown[] {
    const touched = new Set<string>();
    for (const { account, signatures } of this.#accounts.values()) {
      if (touches(account)) for (const s of signatures) touched.add(s);
    }
    return this.#listed([...touched].map((s) => this.#transactions.get(s)!));
  }

  latest(): unknown[] {
    return this.#listed([...this.#transactions.values()]);
  }

  holders(mint: Address): unknown[] {
    const sums = new Map<string, { owner: Address; balance: bigint }>();
    for (const { account } of this.#unspent(() => true)) {
      const { token } = account;
      if (!token || id(token.mint) !== id(mint)) continue;
      const balance = (sums.get(id(token.owner))?.balance ?? 0n) + token.amount;
      sums.set(id(token.owner), { owner: token.owner, balance });
    }
    return [...sums.values()]
      .filter(({ balance }) => balance > 0n)
      .sort((a, b) =>
        a.balance === b.balance
          ? order(b.owner, a.owner)
          : a.balance < b.balance
            ? 1
            : -1,
      )
      .map(({ owner, balance }) => ({ owner: key(owner), balance }));
  }

  #unspent(wanted: (account: Account) => boolean): Known[] {
    return [...this.#accounts.values()].filter(
      ({ account, spent }) => !spent && wanted(account),
    );
  }

  #listed(transactions: Listed[]): unknown[] {
    return transactions
      .sort((a, b) => b.slot - a.slot || order(b.signature, a.signature))
      .map(({ signature, slot, blockTime }) => ({
        signature: key(signature),
        slot: BigInt(slot),
        blockTime: BigInt(blockTime),
      }));
  }
}

function wireAccount({ account, slot }: Known): Record<string, unknown> {
  return {
    hash: key(account.hash),
    address: orNull(account.address),
    data: account.data && {
      discriminator: account.data.discriminator,
      data: base64(account.data.data),
      dataHash: key(account.data.dataHash),
    },
    owner: key(account.owner),
    lamports: account.lamports,
    tree: key(account.tree),
    leafIndex: BigInt(account.leafIndex),
    seq: account.seq,
    slotCreated: BigInt(slot),
  };
}

function wireToken(known: Known): unknown {
  const token = known.account.token!;
  return {
    account: wireAccount(known),
    tokenData: {
      mint: key(token.mint),
      owner: key(token.owner),
      amount: token.amount,
      delegate: orNull(token.delegate),
      state: token.state,
      tlv: token.tlv && base64(token.tlv),
    },
  };
}
