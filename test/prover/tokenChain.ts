// A chain that does what the programs would do with the token transfers a wallet sends.
import type { TransactionInstruction } from "@solana/web3.js";
import { decodeTransferInstructionData } from "@lightprotocol/compressed-token";
import { mapKey } from "../../src/codecs/bytes.ts";
import { readJsonBlock } from "../../src/codecs/blocks/jsonBlock.ts";
import type { Account } from "../../src/domain/account.ts";
import type { InstructionGroup } from "../../src/domain/block.ts";
import { type Tree, TreeType } from "../../src/domain/tree.ts";
import {
  type Address,
  asAddress,
  asHash,
  asSignature,
} from "../../src/domain/values.ts";
import { decodeBlock } from "../../src/ingest/decode/decodeBlock.ts";
import { resolveBlock } from "../../src/ingest/decode/resolveBlock.ts";
import type { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeTokenAccount } from "../encoder/accounts.ts";
import { encodeBlock } from "../encoder/block.ts";
import type { Change } from "../encoder/change.ts";
import { loggedEvent, treeEvent } from "../encoder/loggedEvents.ts";
import { queueEvent } from "../encoder/queueEvents.ts";
import { toInteger, TreeModel } from "../model/treeModel.ts";

/** An input of a transfer as its instruction names it, with the content that follows from that. */
export interface NamedInput {
  readonly account: Account;
  readonly proveByIndex: boolean;
  readonly rootIndex: number;
}

export interface NamedTransfer {
  readonly inputs: readonly NamedInput[];
  readonly outputs: readonly {
    readonly tree: Tree;
    readonly owner: Address;
    readonly amount: bigint;
  }[];
  readonly mint: Address;
  readonly proof: {
    readonly a: readonly number[];
    readonly b: readonly number[];
    readonly c: readonly number[];
  } | null;
}

interface Growing {
  readonly model: TreeModel;
  /** Accounts by leaf, those in the output queue too. */
  readonly accounts: Account[];
  appended: number;
  nullifiers: bigint;
}

/** Keys that the transfer instruction always has, before the ones of trees and queues. */
const FIXED_KEYS = 13;
const AUTHORITY_KEY = 1;

export class TokenChain {
  readonly #writer: Writer;
  readonly #book: TreeBook;
  readonly #trees = new Map<string, Growing>();
  #slot = 100;

  constructor(writer: Writer, book: TreeBook) {
    this.#writer = writer;
    this.#book = book;
  }

  /** The root that the programs have for a tree. */
  root(tree: Tree): Uint8Array {
    return this.#growing(tree).model.root();
  }

  async mint(
    tree: Tree,
    mint: Address,
    owner: Address,
    amounts: readonly bigint[],
  ): Promise<void> {
    const created = amounts.map((amount) =>
      this.#create({ tree, owner, amount, mint }),
    );
    await this.#apply({ created });
  }

  /** What an instruction says, in the way the token program reads it. */
  read({ keys, data }: TransactionInstruction): NamedTransfer {
    // The package has types of its own for buffers.
    const said = decodeTransferInstructionData(data as never);
    const key = (index: number) =>
      asAddress(keys[FIXED_KEYS + index]!.pubkey.toBytes());
    const mint = asAddress(said.mint.toBytes());
    const owner = asAddress(keys[AUTHORITY_KEY]!.pubkey.toBytes());
    const inputs = said.inputTokenDataWithContext.map((input): NamedInput => {
      const { merkleTreePubkeyIndex, leafIndex, proveByIndex } =
        input.merkleContext;
      const tree = this.#book.find(key(merkleTreePubkeyIndex))!;
      const amount = BigInt(String(input.amount));
      const content = { tree, owner, amount, mint };
      const account = tokenAccount(content, leafIndex);
      return { account, proveByIndex, rootIndex: input.rootIndex };
    });
    const outputs = said.outputCompressedAccounts.map((output) => ({
      tree: this.#book.find(key(output.merkleTreeIndex))!,
      owner: asAddress(output.owner.toBytes()),
      amount: BigInt(String(output.amount)),
    }));
    return { inputs, outputs, mint, proof: said.proof };
  }

  /** The block after the transfer is accepted. */
  async accept({ inputs, outputs, mint }: NamedTransfer): Promise<void> {
    const spent = inputs.map(({ account }) => account.hash);
    const nullifiers = inputs
      .map(({ account }) => account)
      .filter(({ treeType }) => treeType === TreeType.StateV2)
      .map(({ hash, tree }) => ({
        hash,
        tree,
        queueIndex: this.#growing(this.#book.find(tree)!).nullifiers++,
        transactionHash: asHash(new Uint8Array(32).fill(5, 1)),
      }));
    const created = outputs.map((output) => this.#create({ ...output, mint }));
    await this.#apply({ created, spent, nullifiers });
  }

  /** A forester appends what waits in the output queue of a V2 tree. */
  async append(tree: Tree): Promise<void> {
    const growing = this.#growing(tree);
    const { model, accounts, appended } = growing;
    for (const { leafIndex, hash } of accounts.slice(appended))
      model.leaves.set(leafIndex, toInteger(hash));
    growing.appended = accounts.length;
    const event = treeEvent({
      kind: "append",
      tree: tree.tree,
      oldNextIndex: BigInt(appended),
      newNextIndex: BigInt(accounts.length),
      newRoot: model.root(),
      sequenceNumber: ++model.seq,
    });
    await this.#block(event);
  }

  #create(content: Omit<TokenContent, "seq">): Account {
    const { tree } = content;
    const { model, accounts } = this.#growing(tree);
    const isV1 = tree.type === TreeType.StateV1;
    if (isV1) model.seq++;
    const account = tokenAccount(content, accounts.length, model.seq);
    accounts.push(account);
    if (isV1) model.leaves.set(account.leafIndex, toInteger(account.hash));
    return account;
  }

  #growing(tree: Tree): Growing {
    const key = mapKey(tree.tree);
    let growing = this.#trees.get(key);
    if (!growing) {
      const model = new TreeModel(tree);
      growing = { model, accounts: [], appended: 0, nullifiers: 0n };
      this.#trees.set(key, growing);
    }
    return growing;
  }

  async #apply(change: Change): Promise<void> {
    const isV2 =
      change.created?.some(({ treeType }) => treeType === TreeType.StateV2) ??
      false;
    await this.#block(isV2 ? queueEvent(change) : loggedEvent(change));
  }

  async #block(event: InstructionGroup): Promise<void> {
    const slot = ++this.#slot;
    const signature = asSignature(new Uint8Array(64).fill(slot));
    const transactions = [{ signature, groups: [event] }];
    const block = readJsonBlock(slot, encodeBlock({ slot, transactions }));
    const decoded = decodeBlock(block);
    await this.#writer.apply([
      resolveBlock(decoded, this.#book, { verify: true }),
    ]);
  }
}

interface TokenContent {
  readonly tree: Tree;
  readonly owner: Address;
  readonly amount: bigint;
  readonly mint: Address;
}

function tokenAccount(
  { tree, owner, amount, mint }: TokenContent,
  leafIndex: number,
  seq = 0n,
): Account {
  const version = tree.type === TreeType.StateV1 ? "V1" : "V2";
  const token = {
    ...{ mint, owner, amount, delegate: null, tlv: null },
    state: "initialized" as const,
  };
  return makeTokenAccount({ version, token }, { tree, leafIndex, seq });
}
