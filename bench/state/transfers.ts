import { TreeType } from "../../src/domain/tree.ts";
import type { Account, TokenData } from "../../src/domain/account.ts";
import { NO_CHANGES, type TransactionUpdate } from "../../src/domain/update.ts";
import {
  asAddress,
  asHash,
  asSignature,
  type Hash,
} from "../../src/domain/values.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TokenDiscriminator } from "../../src/codecs/accounts/token.ts";
import {
  encodeTokenData,
  makeTokenAccount,
} from "../../test/encoder/accounts.ts";
import { Random } from "../../test/model/random.ts";
import { zipfLike } from "./choice.ts";
import { keyBytes } from "./keys.ts";

const TREE = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
const OWNERS = 20_000;
const MINTS = 50;

/**
 * Which hashes accounts have: of their contents, which takes long to make; any that can be leaves of a tree; or any that
 * cannot, which the indexer leaves out of its trees.
 */
export type HashKind = "of contents" | "any" | "outside trees";

/** Token transfers, the most common compression transaction: spends one account and creates two (sent and remaining). */
export class TransferMaker {
  readonly #random: Random;
  readonly #hashes: HashKind;
  readonly #owners: number;
  readonly #unspent: Hash[] = [];
  #made: number;
  #transactions: number;

  /** `first` is the number of the first account and transaction, so that a store with others gets new ones. */
  constructor(
    seed: number,
    first = 0,
    hashes: HashKind = "any",
    owners = OWNERS,
  ) {
    this.#hashes = hashes;
    this.#owners = owners;
    this.#random = new Random(seed);
    this.#made = first;
    this.#transactions = first;
  }

  transfers(count: number): TransactionUpdate[] {
    return Array.from({ length: count }, () => this.#transfer());
  }

  #transfer(): TransactionUpdate {
    const spent = this.#unspent.length > 1000 ? this.#take() : null;
    const created = [this.#token(), this.#token()];
    this.#unspent.push(...created.map(({ hash }) => hash));
    return {
      ...NO_CHANGES,
      signature: asSignature(keyBytes("signature", this.#transactions++, 64)),
      created,
      spent: spent ? [spent] : [],
    };
  }

  /** Some of the accounts that are not spent. */
  unspent(count: number): Hash[] {
    return this.#unspent.slice(-count);
  }

  #take(): Hash {
    const at = this.#random.below(this.#unspent.length);
    const taken = this.#unspent[at]!;
    this.#unspent[at] = this.#unspent.at(-1)!;
    this.#unspent.pop();
    return taken;
  }

  #token(): Account {
    const index = this.#made++;
    const token: TokenData = {
      mint: asAddress(keyBytes("mint", zipfLike(this.#random, MINTS))),
      owner: asAddress(keyBytes("owner", zipfLike(this.#random, this.#owners))),
      amount: BigInt(this.#random.below(2 ** 40)),
      delegate: null,
      state: "initialized",
      tlv: null,
    };
    const place = {
      tree: TREE,
      leafIndex: index % 2 ** 26,
      seq: BigInt(index + 1),
    };
    if (this.#hashes === "of contents")
      return makeTokenAccount({ version: "V1", token }, place);
    return {
      hash: this.#hash(index),
      address: null,
      owner: COMPRESSED_TOKEN,
      lamports: 0n,
      data: {
        discriminator: TokenDiscriminator.V1,
        data: encodeTokenData(token),
        dataHash: asHash(keyBytes("dataHash", index)),
      },
      ...{ tree: TREE.tree, queue: TREE.queue, treeType: TREE.type },
      ...{ leafIndex: place.leafIndex, seq: place.seq },
      token,
    };
  }

  #hash(index: number): Hash {
    const bytes = keyBytes("hash", index);
    bytes[0] = this.#hashes === "outside trees" ? 0xff : 0;
    return asHash(bytes);
  }
}
