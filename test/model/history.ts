// Random histories of compressed state, in the form of the updates that decoding a chain gives.
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { MAX_U64 } from "../../src/codecs/bigEndian.ts";
import type { Account, TokenData } from "../../src/domain/account.ts";
import { type Tree, TreeType } from "../../src/domain/tree.ts";
import {
  NO_CHANGES,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import {
  asAddress,
  asHash,
  asSignature,
  type Address,
} from "../../src/domain/values.ts";
import { encodeTokenData } from "../encoder/accounts.ts";
import { blockhashOf } from "../encoder/block.ts";
import { Random } from "./random.ts";

const V1_TOKEN = 2n;
/** V1 trees number their appends. These numbers pass 2^63 within a history. */
const FIRST_SEQ = 2n ** 63n - 20n;

/** The trees of new accounts; tests that decode add them to the book of trees. */
export const historyTrees: readonly Tree[] = [
  { type: TreeType.StateV1, tree: filled(0x51), queue: filled(0x52) },
  { type: TreeType.StateV2, tree: filled(0x61), queue: filled(0x62) },
];

export interface HistoryOptions {
  readonly seed: number;
  readonly blocks: number;
  readonly transactionsPerBlock: number;
  /** A few keys, so that their lists get long. */
  readonly keys?: number;
  readonly firstSlot?: number;
}

function filled(byte: number): Address {
  return asAddress(new Uint8Array(32).fill(byte));
}

/** Makes transactions in sequence and tracks unspent accounts, so that all spends are of existing accounts. */
export class History {
  readonly keys: readonly Address[];
  readonly mints: readonly Address[];
  readonly addresses: readonly Address[];
  readonly #random: Random;
  readonly #supply = new Map<Address, bigint>();
  readonly #leaves = new Map<Tree, number>();
  #unspent: Account[] = [];
  /** The tree in which the current transaction creates accounts. */
  #tree = historyTrees[0]!;

  constructor(seed: number, keys = 6) {
    this.#random = new Random(seed);
    const some = (n: number) =>
      Array.from({ length: n }, () => asAddress(this.#random.bytes(32)));
    this.keys = some(keys);
    this.mints = some(3);
    this.addresses = some(4);
  }

  get unspent(): readonly Account[] {
    return this.#unspent;
  }

  transaction(): TransactionUpdate {
    const made = [
      () => this.#mint(),
      () => this.#transfer(),
      () => this.#burn(),
      () => this.#writeData(),
      () => this.#moveLamports(),
      () => this.#makeAndSpend(),
    ];
    this.#tree = this.#random.pick(historyTrees);
    const { created, spent } = this.#random.pick(made)();
    return {
      ...NO_CHANGES,
      signature: asSignature(this.#random.bytes(64)),
      created,
      spent: spent.map(({ hash }) => hash),
    };
  }

  #mint(): Step {
    const count = 1 + this.#random.below(4);
    return this.#make(
      Array.from({ length: count }, () => {
        const mint = this.#random.pick(this.mints);
        return this.#tokens(this.#token(mint, this.#issue(mint)));
      }),
    );
  }

  /** A mint's supply is a u64 on chain, so no sum of balances exceeds it. */
  #issue(mint: Address): bigint {
    const supply = this.#supply.get(mint) ?? 0n;
    const wanted = this.#random.u64();
    const amount = wanted > MAX_U64 - supply ? MAX_U64 - supply : wanted;
    this.#supply.set(mint, supply + amount);
    return amount;
  }

  /** Spends up to three token accounts and creates new ones of the same mint, some with a delegate. */
  #transfer(): Step {
    const spent = this.#take((account) => account.token !== null, 3);
    const made = spent.map(({ token }) =>
      this.#tokens(this.#token(token!.mint, token!.amount)),
    );
    return this.#make(made, spent);
  }

  #burn(): Step {
    const spent = this.#take(() => true, 2);
    for (const { token } of spent) {
      if (!token) continue;
      const supply = this.#supply.get(token.mint)!;
      this.#supply.set(token.mint, supply - token.amount);
    }
    return this.#make([], spent);
  }

  #writeData(): Step {
    const address = this.#random.pick(this.addresses);
    const spent = this.#take((a) => a.address === address, 1);
    const data = this.#random.bytes(this.#random.below(40));
    return this.#make(
      [
        this.#account({
          address,
          owner: this.#random.pick(this.keys),
          data: {
            discriminator: this.#random.u64() | 1n,
            data,
            dataHash: asHash(this.#random.bytes(32)),
          },
        }),
      ],
      spent,
    );
  }

  #moveLamports(): Step {
    const owner = this.#random.pick(this.keys);
    const lamports = BigInt(this.#random.below(2 ** 40));
    return this.#make(
      [this.#account({ owner, lamports })],
      this.#take((a) => a.lamports > 0n, 1),
    );
  }

  #makeAndSpend(): Step {
    const mint = this.#random.pick(this.mints);
    const account = this.#tokens(this.#token(mint, this.#random.u64()));
    return { created: [account], spent: [account] };
  }

  #token(mint: Address, amount: bigint): TokenData {
    return {
      mint,
      owner: this.#random.pick(this.keys),
      amount,
      delegate: this.#random.chance(0.4) ? this.#random.pick(this.keys) : null,
      state: this.#random.chance(0.2) ? "frozen" : "initialized",
      tlv: this.#random.chance(0.2) ? this.#random.bytes(9) : null,
    };
  }

  #tokens(token: TokenData): Account {
    return this.#account({
      owner: COMPRESSED_TOKEN,
      token,
      data: {
        discriminator: V1_TOKEN,
        data: encodeTokenData(token),
        dataHash: asHash(this.#random.bytes(32)),
      },
    });
  }

  #account(content: Partial<Account> & Pick<Account, "owner">): Account {
    const { tree, queue, type } = this.#tree;
    const leafIndex = this.#leaves.get(this.#tree) ?? 0;
    this.#leaves.set(this.#tree, leafIndex + 1);
    return {
      hash: asHash(this.#random.bytes(32)),
      address: null,
      lamports: 0n,
      data: null,
      token: null,
      tree,
      queue,
      treeType: type,
      leafIndex,
      seq: type === TreeType.StateV1 ? FIRST_SEQ + BigInt(leafIndex) : null,
      ...content,
    };
  }

  #make(created: Account[], spent: Account[] = []): Step {
    this.#unspent.push(...created);
    return { created, spent };
  }

  #take(wanted: (account: Account) => boolean, most: number): Account[] {
    const taken: Account[] = [];
    for (let i = this.#random.below(most + 1); i > 0; i--) {
      const candidates = this.#unspent.filter(wanted);
      if (candidates.length === 0) break;
      const account = this.#random.pick(candidates);
      this.#unspent = this.#unspent.filter((a) => a !== account);
      taken.push(account);
    }
    return taken;
  }
}

interface Step {
  readonly created: Account[];
  readonly spent: Account[];
}

export function makeHistory(options: HistoryOptions): {
  history: History;
  updates: StateUpdate[];
} {
  const history = new History(options.seed, options.keys);
  const random = new Random(options.seed + 1);
  const updates: StateUpdate[] = [];
  let slot = options.firstSlot ?? 100;
  for (let i = 0; i < options.blocks; i++) {
    const parentSlot = slot;
    slot += 1 + random.below(3);
    const count = random.below(options.transactionsPerBlock + 1);
    updates.push({
      block: {
        slot,
        parentSlot,
        blockhash: blockhashOf(slot),
        parentBlockhash: blockhashOf(parentSlot),
        blockTime: 1_700_000_000 + slot,
        blockHeight: i,
      },
      transactions: Array.from({ length: count }, () => history.transaction()),
      others: [],
      setAside: [],
    });
  }
  return { history, updates };
}
