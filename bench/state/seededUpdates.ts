import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import type { Account, TokenData } from "../../src/domain/account.ts";
import { TreeType } from "../../src/domain/tree.ts";
import {
  NO_CHANGES,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import {
  asAddress,
  asHash,
  asSignature,
  type Hash,
} from "../../src/domain/values.ts";
import { Random } from "../../test/model/random.ts";
import { encodeTokenData } from "../../test/encoder/accounts.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { zipfLike } from "./choice.ts";
import { keyBytes, type KeyKind } from "./keys.ts";

const TOKEN_V1 = 2n;
const TREE = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
const ACCOUNTS_PER_TRANSACTION = 4;
const TRANSACTIONS_PER_BLOCK = 500;

/** The number of distinct keys of each kind in a state of this size. */
export function keyCounts(accounts: number) {
  return {
    owner: Math.max(1, accounts / 4),
    mint: Math.max(1, accounts / 500),
    delegate: Math.max(1, accounts / 20),
    program: Math.max(1, accounts / 1000),
    address: Math.max(1, accounts / 50),
  };
}

/**
 * Blocks that create this many accounts. Each transaction creates two token accounts and a plain one, and replaces the
 * account of an address, which is a spend. Half of the replacements are at one address.
 */
export function* seededUpdates(
  accounts: number,
  seed = 1,
): Generator<StateUpdate> {
  const maker = new StateMaker(accounts, seed);
  const total = accounts / ACCOUNTS_PER_TRANSACTION;
  for (let made = 0, slot = 1; made < total; slot++) {
    const count = Math.min(TRANSACTIONS_PER_BLOCK, total - made);
    yield {
      block: headerOf(slot),
      transactions: Array.from({ length: count }, () => maker.transaction()),
      others: [],
      setAside: [],
    };
    made += count;
  }
}

class StateMaker {
  readonly #random: Random;
  readonly #keys: ReturnType<typeof keyCounts>;
  /** The current account of each address. */
  readonly #held = new Map<number, Hash>();
  #made = 0;
  #transactions = 0;

  constructor(accounts: number, seed: number) {
    this.#random = new Random(seed);
    this.#keys = keyCounts(accounts);
  }

  transaction(): TransactionUpdate {
    const { account, replaced } = this.#replacement();
    return {
      ...NO_CHANGES,
      signature: asSignature(keyBytes("signature", this.#transactions++, 64)),
      created: [this.#token(), this.#token(), this.#plain(), account],
      spent: replaced ? [replaced] : [],
    };
  }

  #replacement(): { account: Account; replaced: Hash | undefined } {
    const at = this.#random.chance(0.5)
      ? 0
      : this.#random.below(this.#keys.address);
    const replaced = this.#held.get(at);
    const account = {
      ...this.#plain(),
      address: asAddress(keyBytes("address", at)),
    };
    this.#held.set(at, account.hash);
    return { account, replaced };
  }

  #token(): Account {
    const token: TokenData = {
      mint: this.#key("mint"),
      owner: this.#key("owner"),
      amount: BigInt(this.#random.below(2 ** 40)),
      delegate: this.#random.chance(0.4) ? this.#key("delegate") : null,
      state: "initialized",
      tlv: null,
    };
    return this.#account(COMPRESSED_TOKEN, encodeTokenData(token), token);
  }

  #plain(): Account {
    return this.#account(
      this.#key("program"),
      keyBytes("data", this.#made % 5000, 128),
      null,
    );
  }

  #account(
    owner: Account["owner"],
    data: Uint8Array,
    token: TokenData | null,
  ): Account {
    const index = this.#made++;
    return {
      hash: asHash(keyBytes("hash", index)),
      address: null,
      owner,
      lamports: BigInt(this.#random.below(2 ** 31)),
      data: {
        discriminator: TOKEN_V1,
        data,
        dataHash: asHash(keyBytes("dataHash", index)),
      },
      tree: TREE.tree,
      queue: TREE.queue,
      treeType: TREE.type,
      leafIndex: index,
      seq: BigInt(index),
      token,
    };
  }

  #key(kind: Exclude<keyof ReturnType<typeof keyCounts>, "address">) {
    return asAddress(
      keyBytes(
        kind satisfies KeyKind,
        zipfLike(this.#random, this.#keys[kind]),
      ),
    );
  }
}
