import assert from "node:assert/strict";
import type {
  BlockContext,
  ListChange,
  WatchedList,
} from "../../src/domain/listChange.ts";
import { MemoryBudget } from "../../src/live/inbox.ts";
import type { LiveLists } from "../../src/live/liveLists.ts";
import type { Subscription } from "../../src/live/subscription.ts";
import { RpcError } from "../../src/rpc/errors.ts";
import type { Ask } from "../model/lists.ts";
import { FoldedList, wholeList } from "./foldedList.ts";

export interface FollowerOptions {
  /** Whether to compare at each context: not while one context stands for several states, as when blocks are filled in. */
  readonly comparesAll?: boolean;
  /** Whether no more than one change may wait for it: it then reads the log. */
  readonly isSlow?: boolean;
}

/** A caller that follows a list, keeps it folded, and goes on from the context it has last seen. */
export class Follower {
  readonly #list: WatchedList;
  readonly #ask: Ask;
  #folded: FoldedList | null = null;
  #context: BlockContext | null = null;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Changes that were not empty. */
  count = 0;
  /** Whether no block was left at some moment, so that the caller has to read the list again. */
  isLost = false;
  readonly #options: FollowerOptions;

  constructor(list: WatchedList, ask: Ask, options: FollowerOptions = {}) {
    this.#list = list;
    this.#ask = ask;
    this.#options = options;
  }

  get context(): BlockContext {
    return this.#context!;
  }

  /** Rejects when a change does not lead to the list. */
  get failed(): Promise<never> {
    return this.#running.then(() => new Promise<never>(() => undefined));
  }

  async connect(live: LiveLists): Promise<void> {
    this.#stop = new AbortController();
    let subscription = await this.#subscribe(live);
    while (!subscription) subscription = await this.#subscribe(live);
    this.isLost = false;
    this.#running = this.#follow(subscription.changes(this.#stop.signal)).catch(
      (error: unknown) => {
        this.#endOf(error);
      },
    );
    this.#running.catch(() => undefined); // reported by `disconnect`
  }

  async disconnect(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** After a fill nobody can go on: the caller reads the list again. */
  forget(): void {
    this.#context = null;
    this.#folded = null;
  }

  /** Whether the list is folded up to this block. */
  async isAt(head: BlockContext): Promise<boolean> {
    const then = await wholeList(this.#ask, this.#list, this.#context!);
    if (!then) return false; // its block was taken back, which it has to be told
    const items = await wholeList(this.#ask, this.#list, head);
    return items !== null && this.#folded!.is(items);
  }

  /** Null if the block at which it begins was taken back before the list could be read. */
  async #subscribe(live: LiveLists): Promise<Subscription | null> {
    const subscription = await live.subscribe(
      this.#list,
      this.#context,
      this.#options.isSlow ? { budget: new MemoryBudget(0) } : {},
    );
    const { context } = subscription.start;
    if (this.#folded) {
      assert.deepEqual(context, this.#context);
      return subscription;
    }
    const items = await wholeList(this.#ask, this.#list, context);
    if (!items) {
      subscription.close();
      return null;
    }
    this.#folded = new FoldedList(this.#list, items);
    this.#context = context;
    return subscription;
  }

  /** A node that errs about the few blocks of a young chain gets all of them undone. */
  #endOf(error: unknown): void {
    const isOver = error instanceof RpcError && error.name === "notKept";
    if (!isOver || !error.message.endsWith("all blocks were undone"))
      throw error;
    this.forget();
    this.isLost = true;
  }

  async #follow(changes: AsyncIterable<ListChange>): Promise<void> {
    for await (const change of changes) {
      this.#folded!.fold(change);
      if (change.removed.length + change.added.length > 0) this.count++;
      if (change.more) continue;
      this.#context = change.context;
      if (this.#options.comparesAll === false) continue;
      const items = await wholeList(this.#ask, this.#list, change.context);
      if (items) this.#folded!.assertIs(items);
    }
  }
}
