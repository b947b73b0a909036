import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import type { Account, TokenData } from "../../src/domain/account.ts";
import { type Tree, TreeType } from "../../src/domain/tree.ts";
import type {
  BatchUpdate,
  StateUpdate,
  TransactionUpdate,
} from "../../src/domain/update.ts";
import type { Address } from "../../src/domain/values.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { encodeTokenData } from "../../test/encoder/accounts.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { keyBytes } from "../state/keys.ts";
import {
  addressOf,
  collector,
  delegate,
  hashOf,
  hoarder,
  mintOf,
  popularMint,
  programs,
  replacedAddress,
  signatureOf,
  walletOf,
} from "./keys.ts";

const treeOf = (type: TreeType) =>
  builtInTrees.find((tree) => tree.type === type)!;
export const STATE_V1 = treeOf(TreeType.StateV1);
export const STATE_V2 = treeOf(TreeType.StateV2);
export const ADDRESS_V1 = treeOf(TreeType.AddressV1);
export const ADDRESS_V2 = treeOf(TreeType.AddressV2);

export const PAGE = 1000;
/** A little more than a page, so that pages have a cursor. */
const LIST = PAGE + 100;
/** The largest data that the programs allow. */
const LARGE_DATA = 10_240;
/** Far apart, so that paths share as few nodes as possible. */
const LEAVES_APART = 4096;
/** More than a filter examines in one call. */
const MANY = 52_000;
export const QUEUED = 30_000;
const QUEUED_ADDRESSES = 600;
/** Of each address tree, so that new addresses have different neighbours. */
const ELEMENTS = 2000;
/** V1 address trees start with two elements and sequence number 3. */
const [FIRST_ELEMENT, FIRST_ELEMENT_SEQ] = [2, 4n];

const NOTHING = {
  created: [],
  spent: [],
  nullifiers: [],
  addresses: [],
  batches: [],
  nullifiedLeaves: [],
  insertedElements: [],
};

/** Blocks after which every list, tree and queue is as large as one request can use. */
export function worstUpdates(many = MANY): StateUpdate[] {
  const maker = new Maker();
  return [
    maker.proven(),
    maker.elements(),
    maker.queuedAddresses(),
    maker.replacements(),
    maker.large(),
    maker.collection(),
    maker.hoard(),
    maker.holders(),
    ...maker.many(many),
    maker.spendMany(),
  ];
}

class Maker {
  #made = 0;
  #transactions = 0;
  #slot = 0;
  #leaf = 0;
  #leafV1 = 0;
  readonly #many: Account[] = [];

  proven(): StateUpdate {
    return this.#block(
      this.#list(PAGE, (i) => {
        const account = this.#account(programs.proven, 100, STATE_V1);
        return { ...account, address: addressOf(20_000_000 + i) };
      }).map((account) => ({ created: [account] })),
    );
  }

  elements(): StateUpdate {
    const elements = this.#list(ELEMENTS, (i) => ({
      value: addressOf(i),
      leafIndex: FIRST_ELEMENT + i,
    }));
    const { tree } = ADDRESS_V1;
    return this.#block([
      { insertedElements: [{ tree, elements, seq: FIRST_ELEMENT_SEQ }] },
    ]);
  }

  queuedAddresses(): StateUpdate {
    const { tree } = ADDRESS_V2;
    const addresses = this.#list(ELEMENTS + QUEUED_ADDRESSES, (i) => ({
      address: addressOf(50_000 + i),
      tree,
      queueIndex: BigInt(i),
    }));
    const batch: BatchUpdate = {
      kind: "addressAppend",
      tree,
      oldNextIndex: 1n, // leaf 0 is the element that the tree is born with
      newNextIndex: BigInt(1 + ELEMENTS),
      newRoot: hashOf(300_000_000),
      sequenceNumber: 1n,
    };
    return this.#block([{ addresses }, { batches: [batch] }]);
  }

  /** The newest transactions too: each of them is one of an address and of its owner. */
  replacements(): StateUpdate {
    let before: Account | null = null;
    return this.#block(
      this.#list(LIST, () => {
        const account = {
          ...this.#account(programs.replaced, 100),
          address: replacedAddress,
        };
        const spent = before ? [before.hash] : [];
        before = account;
        return { created: [account], spent };
      }),
    );
  }

  large(): StateUpdate {
    const created = this.#list(LIST, (i) => ({
      ...this.#account(programs.large, LARGE_DATA),
      address: addressOf(60_000 + i),
    }));
    return this.#block([{ created }]);
  }

  collection(): StateUpdate {
    return this.#block(
      this.#list(LIST, (i) => ({
        created: [this.#token(collector, mintOf(i + 1), delegate)],
      })),
    );
  }

  hoard(): StateUpdate {
    return this.#block(
      this.#list(PAGE, () => ({
        created: [this.#token(hoarder, popularMint, delegate)],
      })),
    );
  }

  holders(): StateUpdate {
    return this.#block(
      this.#list(LIST, (i) => ({
        created: [this.#token(walletOf(i + 2), popularMint, null)],
      })),
    );
  }

  *many(count: number): Generator<StateUpdate> {
    const total = count + QUEUED;
    while (this.#many.length < total) {
      const created = this.#list(2000, () => this.#account(programs.many, 200));
      this.#many.push(...created);
      yield this.#block([{ created }]);
    }
  }

  spendMany(): StateUpdate {
    const spent = this.#many.slice(0, QUEUED).map(({ hash }) => hash);
    const nullifiers = spent.map((hash, i) => ({
      hash,
      tree: STATE_V2.tree,
      queueIndex: BigInt(i),
      transactionHash: hashOf(100_000_000 + i),
    }));
    return this.#block([{ spent, nullifiers }]);
  }

  #list<T>(length: number, make: (i: number) => T): T[] {
    return Array.from({ length }, (_, i) => make(i));
  }

  #block(contents: readonly Partial<TransactionUpdate>[]): StateUpdate {
    const transactions = contents.map((content) => ({
      ...NOTHING,
      signature: signatureOf(this.#transactions++),
      ...content,
    }));
    const block = headerOf(++this.#slot);
    return { block, transactions, others: [], setAside: [] };
  }

  #token(owner: Address, mint: Address, by: Address | null): Account {
    const token: TokenData = {
      mint,
      owner,
      amount: 2n ** 40n,
      delegate: by,
      state: "initialized",
      tlv: null,
    };
    const account = this.#account(COMPRESSED_TOKEN, 0);
    const data = { ...account.data!, data: encodeTokenData(token) };
    return { ...account, data, token };
  }

  #account(owner: Address, size: number, tree: Tree = STATE_V2): Account {
    const index = this.#made++;
    const isV1 = tree === STATE_V1;
    const leaf = isV1 ? this.#leafV1++ : this.#leaf++;
    return {
      hash: hashOf(index),
      address: null,
      owner,
      lamports: 1_000_000n,
      data: {
        discriminator: 2n,
        data: keyBytes("data", index, size),
        dataHash: hashOf(200_000_000 + index),
      },
      tree: tree.tree,
      queue: tree.queue,
      treeType: tree.type,
      leafIndex: isV1 ? leaf * LEAVES_APART : leaf,
      seq: isV1 ? BigInt(leaf + 1) : null,
      token: null,
    };
  }
}

/** Hashes of accounts whose paths share as few nodes as possible. */
export const provenHashes = (count: number) =>
  Array.from({ length: count }, (_, i) => hashOf(i));
/** Hashes of the largest accounts. */
export const largeHashes = (count: number) =>
  Array.from({ length: count }, (_, i) => hashOf(PAGE + LIST + i));
export const largeAddresses = (count: number) =>
  Array.from({ length: count }, (_, i) => addressOf(60_000 + i));
/** Addresses that are in no tree. */
export const newAddresses = (count: number) =>
  Array.from({ length: count }, (_, i) => addressOf(1_000_000 + i));
