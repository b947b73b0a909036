import { mapKey } from "../codecs/bytes.ts";
import { ACCOUNT_COMPRESSION } from "../codecs/programs.ts";
import { parseTreeAccount } from "../codecs/accounts/treeAccount.ts";
import type { Tree } from "../domain/tree.ts";
import type { Address } from "../domain/values.ts";
import type { AccountReader } from "./source/accounts.ts";
import type { TreeBook } from "./trees/treeBook.ts";

export interface TreeLookupOptions {
  readonly book: TreeBook;
  /** Null if no accounts can be read; then only the trees in the book are known. */
  readonly accounts: AccountReader | null;
  /** Stores found trees for the next start. */
  readonly save: (trees: readonly Tree[]) => Promise<void>;
  readonly now?: () => number;
}

/** Anybody can put a key that is no tree into every transaction. Such a key costs one request in this time. */
const ASK_AGAIN_MS = 10 * 60_000;
/** The number of keys remembered as no trees. Beyond it the oldest are forgotten, which only costs further requests. */
const MAX_REMEMBERED = 10_000;

/** Finds the trees that appear in blocks and are not in the book yet. */
export class TreeLookup {
  readonly #book: TreeBook;
  readonly #accounts: AccountReader | null;
  readonly #save: TreeLookupOptions["save"];
  readonly #now: () => number;
  /** Keys that are no trees, with the time of the lookup, in the order of the lookups. */
  readonly #noTrees = new Map<string, number>();

  constructor({ book, accounts, save, now = Date.now }: TreeLookupOptions) {
    this.#book = book;
    this.#accounts = accounts;
    this.#save = save;
    this.#now = now;
  }

  /** Lists all trees, so that later blocks need no lookup. Returns the number of new ones. */
  async discover(signal: AbortSignal): Promise<number> {
    if (!this.#accounts) return 0;
    const listed = await this.#accounts.listAccounts(
      ACCOUNT_COMPRESSION,
      signal,
    );
    const found = listed
      .map(({ pubkey, account }) => parseTreeAccount(pubkey, account))
      .flatMap((parsed) => (parsed.kind === "tree" ? [parsed.tree] : []))
      .filter(({ tree }) => !this.#book.find(tree));
    await this.#learn(found);
    return found.length;
  }

  /** Looks up the keys. Afterwards the book has those that are trees, and the others are remembered as no trees. */
  async find(keys: readonly Address[], signal: AbortSignal): Promise<void> {
    const unasked = keys.filter((key) => this.#mayBeATree(key));
    const found = await Promise.all(
      unasked.map((key) => this.#findOne(key, signal)),
    );
    await this.#learn(found.filter((tree) => tree !== null));
  }

  async #findOne(key: Address, signal: AbortSignal): Promise<Tree | null> {
    const parsed = await this.#read(key, signal);
    if (parsed?.kind === "tree") return parsed.tree;
    // An output of a V2 tree refers to the output queue, and the queue's account contains its tree.
    const tree =
      parsed?.kind === "queue" ? await this.#read(parsed.tree, signal) : null;
    if (tree?.kind === "tree") return tree.tree;
    this.#rememberNoTree(key);
    return null;
  }

  async #read(key: Address, signal: AbortSignal) {
    const account = await this.#accounts?.readAccount(key, signal);
    return account ? parseTreeAccount(key, account) : null;
  }

  #mayBeATree(key: Address): boolean {
    if (!this.#accounts || this.#book.find(key)) return false;
    const asked = this.#noTrees.get(mapKey(key));
    return asked === undefined || this.#now() - asked > ASK_AGAIN_MS;
  }

  #rememberNoTree(key: Address): void {
    this.#noTrees.delete(mapKey(key));
    this.#noTrees.set(mapKey(key), this.#now());
    if (this.#noTrees.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#noTrees.keys();
    this.#noTrees.delete(oldest!);
  }

  async #learn(trees: readonly Tree[]): Promise<void> {
    if (trees.length === 0) return;
    await this.#save(trees);
    for (const tree of trees) this.#book.add(tree);
  }
}
