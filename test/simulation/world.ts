// A chain that grows and forks, with compression transactions whose effects depend on their branch.
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import type { Account } from "../../src/domain/account.ts";
import { TreeType, type Tree } from "../../src/domain/tree.ts";
import { asAddress, asHash, asSignature } from "../../src/domain/values.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { encodeTokenData } from "../encoder/accounts.ts";
import {
  encodeBlock,
  type BlockContent,
  type TransactionContent,
} from "../encoder/block.ts";
import { transfer } from "../encoder/groups.ts";
import { loggedEvent, treeEvent } from "../encoder/loggedEvents.ts";
import { queueEvent } from "../encoder/queueEvents.ts";
import { Random } from "../model/random.ts";
import type { NodeBlock } from "../node/simulatedNode.ts";

const V1 = builtInTrees.find(({ type }) => type === TreeType.StateV1)!;
const V2 = builtInTrees.find(({ type }) => type === TreeType.StateV2)!;

/** The state after the blocks of a branch. */
interface BranchState {
  readonly unspent: readonly Account[];
  readonly leaves: number;
  readonly queued: number;
  /** How much of the V2 queues foresters have moved into the tree, and in how many batches. */
  readonly appended: number;
  readonly emptied: number;
  readonly batches: number;
}

export interface WorldBlock extends NodeBlock {
  readonly parent: WorldBlock | null;
  readonly content: BlockContent;
  readonly state: BranchState;
}

export class World {
  readonly #random: Random;
  readonly #people;
  readonly #mints;
  readonly #firstSlot: number;
  readonly #busy: number;
  #tip: WorldBlock | null = null;
  #chain: WorldBlock[] = [];

  /** `busy` is the share of blocks with transactions. */
  constructor(seed: number, firstSlot = 1, busy = 1) {
    this.#random = new Random(seed);
    this.#firstSlot = firstSlot;
    this.#busy = busy;
    const some = (n: number) =>
      Array.from({ length: n }, () => asAddress(this.#random.bytes(32)));
    this.#people = some(4);
    this.#mints = some(2);
  }

  get owners() {
    return this.#people;
  }

  get mints() {
    return this.#mints;
  }

  /** The blocks of the current branch, oldest first. */
  get chain(): readonly WorldBlock[] {
    return [...this.#chain];
  }

  get tip(): WorldBlock {
    return this.#tip!;
  }

  grow(blocks = 1): void {
    for (let i = 0; i < blocks; i++) {
      this.#tip = this.#child(this.#tip);
      this.#chain.push(this.#tip);
    }
  }

  /** Keeps only this many of the newest blocks and of the unspent accounts. */
  forgetPast(keep: number): void {
    const tip = this.tip;
    const unspent = tip.state.unspent.slice(-keep);
    this.#tip = { ...tip, parent: null, state: { ...tip.state, unspent } };
    this.#chain = [this.#tip];
  }

  /** Forks off at least one and at most `slots` slots back, and grows past the old tip. */
  fork(slots: number): void {
    const { slot } = this.tip;
    const kept = this.#chain.filter((block) => block.slot <= slot - slots);
    if (kept.length === 0) return;
    this.#chain = kept;
    this.#tip = kept.at(-1)!;
    while (this.tip.slot <= slot) this.grow();
  }

  #child(parent: WorldBlock | null): WorldBlock {
    const skipped = this.#random.chance(0.15) ? 1 + this.#random.below(4) : 0;
    const slot = parent ? parent.slot + 1 + skipped : this.#firstSlot;
    const parentSlot = parent?.slot ?? Math.max(slot - 1, 0);
    const { transactions, state } = this.#transactions(parent);
    const content: BlockContent = {
      slot,
      parentSlot,
      blockhash: encodeBase58(this.#random.bytes(32)),
      parentBlockhash:
        parent?.content.blockhash ?? encodeBase58(new Uint8Array(32).fill(1)),
      blockTime: 1_700_000_000 + slot,
      blockHeight: slot,
      transactions,
    };
    return { slot, block: encodeBlock(content), parent, content, state };
  }

  #transactions(parent: WorldBlock | null) {
    let state: BranchState = parent?.state ?? {
      unspent: [],
      ...{ leaves: 0, queued: 0 },
      ...{ appended: 0, emptied: 0, batches: 0 },
    };
    const transactions: TransactionContent[] = [];
    if (this.#busy < 1 && !this.#random.chance(this.#busy))
      return { transactions, state };
    for (let i = this.#random.below(4); i > 0; i--) {
      const made = this.#transaction(state);
      transactions.push(made.transaction);
      state = made.state;
    }
    return { transactions, state };
  }

  #transaction(state: BranchState): {
    transaction: TransactionContent;
    state: BranchState;
  } {
    const signature = asSignature(this.#random.bytes(64));
    if (this.#random.chance(0.1)) {
      const transaction = { signature, groups: [transfer()] };
      return { transaction, state };
    }
    const batch = this.#random.chance(0.1) ? this.#batch(state) : null;
    if (batch) {
      const transaction = { signature, groups: [batch.group] };
      return { transaction, state: batch.state };
    }
    const tree = this.#random.pick([V1, V2]);
    const shuffled = state.unspent.filter(() => this.#random.chance(0.15));
    const spent = shuffled.slice(0, 3);
    const created = Array.from({ length: this.#random.below(4) }, (_, i) =>
      this.#account(tree, state.leaves + i),
    );
    const inQueue = tree === V2 ? spent.filter((a) => a.tree === V2.tree) : [];
    const transactionHash = asHash(this.#random.bytes(32).fill(0, 0, 1));
    const change = {
      created,
      spent: spent.map(({ hash }) => hash),
      nullifiers: inQueue.map(({ hash }, i) => ({
        hash,
        tree: V2.tree,
        queueIndex: BigInt(state.queued + i),
        transactionHash,
      })),
    };
    const group = tree === V1 ? loggedEvent(change) : queueEvent(change);
    return {
      transaction: {
        signature,
        groups: [group],
        failed: false,
        ...(this.#random.chance(0.3) && { version: 0 as const, lookups: true }),
      },
      state: {
        ...state,
        unspent: [
          ...state.unspent.filter((account) => !spent.includes(account)),
          ...created,
        ],
        leaves: state.leaves + created.length,
        queued: state.queued + inQueue.length,
      },
    };
  }

  /** A forester moves what waits in a queue into the V2 tree; null when nothing waits. The root is made up. */
  #batch(state: BranchState) {
    const { leaves, queued, appended, emptied } = state;
    const kind = this.#random.pick(["append", "nullify"] as const);
    const [from, to] =
      kind === "append" ? [appended, leaves] : [emptied, queued];
    if (from === to) return null;
    const batches = state.batches + 1;
    const group = treeEvent({
      ...{ kind, tree: V2.tree, sequenceNumber: BigInt(batches) },
      oldNextIndex: BigInt(from),
      newNextIndex: BigInt(to),
      newRoot: asHash(this.#random.bytes(32).fill(0, 0, 1)),
    });
    const moved = kind === "append" ? { appended: to } : { emptied: to };
    return { group, state: { ...state, ...moved, batches } };
  }

  #account(place: Tree, leafIndex: number): Account {
    const token = {
      mint: this.#random.pick(this.#mints),
      owner: this.#random.pick(this.#people),
      amount: BigInt(this.#random.below(1000)),
      delegate: this.#random.chance(0.3)
        ? this.#random.pick(this.#people)
        : null,
      state: "initialized" as const,
      tlv: null,
    };
    const data = {
      discriminator: 2n,
      data: encodeTokenData(token),
      dataHash: asHash(this.#random.bytes(32).fill(0, 0, 1)),
    };
    const isToken = this.#random.chance(0.7);
    return {
      hash: asHash(this.#random.bytes(32).fill(0, 0, 1)),
      address: this.#random.chance(0.3) ? this.#random.pick(this.#mints) : null,
      owner: isToken ? COMPRESSED_TOKEN : this.#random.pick(this.#people),
      lamports: BigInt(this.#random.below(100)),
      data: isToken ? data : null,
      token: isToken ? token : null,
      tree: place.tree,
      queue: place.queue,
      treeType: place.type,
      leafIndex,
      seq: place === V1 ? BigInt(leafIndex) : null,
    };
  }
}
