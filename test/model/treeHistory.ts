// Random histories in which every tree moves as the programs move it, with the roots that batches announce.
import { poseidon3 } from "poseidon-lite";
import { mapKey } from "../../src/codecs/bytes.ts";
import type { Account } from "../../src/domain/account.ts";
import { type Tree, TreeType } from "../../src/domain/tree.ts";
import {
  NO_CHANGES,
  type BatchUpdate,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import {
  type Address,
  asAddress,
  asHash,
  asSignature,
  type Hash,
} from "../../src/domain/values.ts";
import { headerOf } from "../encoder/block.ts";
import { Random } from "./random.ts";
import { toInteger, TreeModel } from "./treeModel.ts";

type Moves = Omit<TransactionUpdate, "signature">;

interface Spent {
  readonly account: Account;
  readonly queueIndex: number;
  readonly transactionHash: Hash;
}

function filled(byte: number): Address {
  return asAddress(new Uint8Array(32).fill(byte));
}

export const movingTrees: readonly Tree[] = [
  { tree: filled(0x51), queue: filled(0x52), type: TreeType.StateV1 },
  { tree: filled(0x53), queue: filled(0x54), type: TreeType.AddressV1 },
  { tree: filled(0x61), queue: filled(0x62), type: TreeType.StateV2 },
  { tree: filled(0x63), queue: filled(0x63), type: TreeType.AddressV2 },
];
const [STATE_V1, ADDRESS_V1, STATE_V2, ADDRESS_V2] = movingTrees as [
  Tree,
  Tree,
  Tree,
  Tree,
];

/** Makes transactions one after the other and keeps the trees they lead to. */
export class TreeHistory {
  readonly trees = movingTrees;
  readonly updates: StateUpdate[] = [];
  readonly #random: Random;
  readonly #models = new Map(movingTrees.map((t) => [t, new TreeModel(t)]));
  readonly #accounts: Account[] = [];
  readonly #unspent = new Set<Account>();
  /** Accounts of the V1 tree that are spent and not nullified. */
  readonly #toNullify: Account[] = [];
  readonly #outputs: Account[] = [];
  readonly #inputs: Spent[] = [];
  readonly #addresses: Address[] = [];
  readonly #strangers: Address[] = [];
  #appended = 0;
  #nullified = 0;
  #inserted = 0;

  constructor({ seed, blocks }: { seed: number; blocks: number }) {
    this.#random = new Random(seed);
    for (let slot = 101; slot <= 100 + blocks; slot++) {
      const count = 1 + this.#random.below(4);
      const transactions = Array.from({ length: count }, () =>
        this.#transaction(),
      );
      const block = headerOf(slot);
      this.updates.push({ block, transactions, others: [], setAside: [] });
    }
    for (let i = 0; i < 5; i++) this.#strangers.push(this.#address());
  }

  model(tree: Address): TreeModel {
    const found = movingTrees.find((t) => mapKey(t.tree) === mapKey(tree))!;
    return this.#models.get(found)!;
  }

  get accounts(): readonly Account[] {
    return this.#accounts;
  }

  get unspent(): readonly Account[] {
    return [...this.#unspent];
  }

  /** Addresses in a tree, addresses in a queue, and unused addresses. */
  get addresses(): readonly { address: Address; tree: Address }[] {
    return [ADDRESS_V1, ADDRESS_V2].flatMap(({ tree }) =>
      [...this.#addresses, ...this.#strangers].map((address) => ({
        address,
        tree,
      })),
    );
  }

  whereIs(address: Address, tree: Address): "inTree" | "queued" | null {
    if (this.model(tree).elements.includes(toInteger(address))) return "inTree";
    const isQueued =
      tree === ADDRESS_V2.tree && this.#addresses.includes(address);
    return isQueued && !this.#inV1.has(address) ? "queued" : null;
  }

  readonly #inV1 = new Set<Address>();

  #transaction(): TransactionUpdate {
    const step = this.#random.pick([
      () => this.#create(STATE_V1),
      () => this.#create(STATE_V2),
      () => this.#spend(),
      () => this.#spend(),
      () => this.#nullifyV1(),
      () => this.#append(),
      () => this.#nullify(),
      () => this.#queueAddresses(),
      () => this.#insertV1(),
      () => this.#insertV2(),
    ]);
    const signature = asSignature(this.#random.bytes(64));
    return { signature, ...NO_CHANGES, ...step() };
  }

  #create(tree: Tree): Partial<Moves> {
    const created = Array.from({ length: 1 + this.#random.below(20) }, () =>
      this.#account(tree),
    );
    return { created };
  }

  #account({ tree, queue, type }: Tree): Account {
    const model = this.#models.get(
      type === TreeType.StateV1 ? STATE_V1 : STATE_V2,
    )!;
    const inV1 = type === TreeType.StateV1;
    const leafIndex = inV1 ? model.leaves.size : this.#outputs.length;
    const account: Account = {
      hash: this.#hash(),
      address: null,
      owner: filled(9),
      lamports: 1n,
      data: null,
      token: null,
      tree,
      queue,
      treeType: type,
      leafIndex,
      seq: inV1 ? (model.seq += 1n) : null,
    };
    if (inV1) model.leaves.set(leafIndex, toInteger(account.hash));
    else this.#outputs.push(account);
    this.#accounts.push(account);
    this.#unspent.add(account);
    return account;
  }

  #spend(): Partial<Moves> {
    const count = Math.min(this.#random.below(12), this.#unspent.size);
    const transactionHash = this.#hash();
    const spent: Hash[] = [];
    const nullifiers: Moves["nullifiers"][number][] = [];
    for (let i = 0; i < count; i++) {
      const account = this.#random.pick([...this.#unspent]);
      this.#unspent.delete(account);
      spent.push(account.hash);
      if (account.treeType === TreeType.StateV1) {
        this.#toNullify.push(account);
        continue;
      }
      const queueIndex = this.#inputs.length;
      this.#inputs.push({ account, queueIndex, transactionHash });
      const { hash, tree } = account;
      nullifiers.push({
        hash,
        tree,
        transactionHash,
        queueIndex: BigInt(queueIndex),
      });
    }
    return { spent, nullifiers };
  }

  #nullifyV1(): Partial<Moves> {
    const model = this.#models.get(STATE_V1)!;
    const nullified = this.#toNullify.splice(0, 1 + this.#random.below(5));
    if (nullified.length === 0) return {};
    const seq = model.seq + 1n;
    model.seq += BigInt(nullified.length);
    for (const { leafIndex } of nullified) model.leaves.set(leafIndex, 0n);
    const leafIndexes = nullified.map(({ leafIndex }) => leafIndex);
    return { nullifiedLeaves: [{ tree: STATE_V1.tree, leafIndexes, seq }] };
  }

  /** Accounts that are nullified already keep their nullifier. */
  #append(): Partial<Moves> {
    const model = this.#models.get(STATE_V2)!;
    const end = this.#upTo(this.#appended, this.#outputs.length);
    if (end === this.#appended) return {};
    const old = this.#appended;
    for (const { leafIndex, hash } of this.#outputs.slice(old, end))
      if (!model.leaves.has(leafIndex))
        model.leaves.set(leafIndex, toInteger(hash));
    this.#appended = end;
    return { batches: [this.#batch("append", STATE_V2, old, end)] };
  }

  #nullify(): Partial<Moves> {
    const model = this.#models.get(STATE_V2)!;
    const end = this.#upTo(this.#nullified, this.#inputs.length);
    if (end === this.#nullified) return {};
    const old = this.#nullified;
    for (const { account, transactionHash } of this.#inputs.slice(old, end)) {
      const { leafIndex, hash } = account;
      model.leaves.set(
        leafIndex,
        poseidon3([
          toInteger(hash),
          BigInt(leafIndex),
          toInteger(transactionHash),
        ]),
      );
    }
    this.#nullified = end;
    return { batches: [this.#batch("nullify", STATE_V2, old, end)] };
  }

  #queueAddresses(): Partial<Moves> {
    const addresses = Array.from({ length: 1 + this.#random.below(8) }, () => {
      const queueIndex = BigInt(this.#queued.length);
      const address = this.#address();
      this.#queued.push(address);
      this.#addresses.push(address);
      return { address, tree: ADDRESS_V2.tree, queueIndex };
    });
    return { addresses };
  }

  readonly #queued: Address[] = [];

  #insertV2(): Partial<Moves> {
    const end = this.#upTo(this.#inserted, this.#queued.length);
    if (end === this.#inserted) return {};
    const old = this.#inserted;
    const model = this.#models.get(ADDRESS_V2)!;
    for (const address of this.#queued.slice(old, end)) model.insert(address);
    this.#inserted = end;
    return {
      batches: [this.#batch("addressAppend", ADDRESS_V2, old + 1, end + 1)],
    };
  }

  #insertV1(): Partial<Moves> {
    const model = this.#models.get(ADDRESS_V1)!;
    const seq = model.seq + 1n;
    const elements = Array.from({ length: 1 + this.#random.below(3) }, () => {
      const value = this.#address();
      const leafIndex = model.elements.length;
      model.insert(value);
      model.seq += 2n;
      this.#addresses.push(value);
      this.#inV1.add(value);
      return { value, leafIndex };
    });
    return { insertedElements: [{ tree: ADDRESS_V1.tree, elements, seq }] };
  }

  #batch(
    kind: BatchUpdate["kind"],
    tree: Tree,
    from: number,
    to: number,
  ): BatchUpdate {
    const model = this.#models.get(tree)!;
    model.seq += 1n;
    return {
      kind,
      tree: tree.tree,
      oldNextIndex: BigInt(from),
      newNextIndex: BigInt(to),
      newRoot: model.root(),
      sequenceNumber: model.seq,
    };
  }

  #upTo(from: number, to: number): number {
    return from + this.#random.below(to - from + 1);
  }

  #hash(): Hash {
    return asHash(Buffer.from(this.#random.bytes(32)).fill(0, 0, 1));
  }

  #address(): Address {
    return asAddress(Buffer.from(this.#random.bytes(32)).fill(0, 0, 1));
  }
}
